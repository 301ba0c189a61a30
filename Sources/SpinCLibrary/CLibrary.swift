// The C library of the platform, by one name, for SpinSystem and the folder of SpinTTY that sets the terminal.
//
// NB: a module of its own, because Swift re-exports a module only to other modules, and each program would see
// what SpinSystem re-exports.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
