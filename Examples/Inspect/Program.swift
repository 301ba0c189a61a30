import InspectDefinition

/// `inspect`: its parts are a library, so that tests and benchmarks have them too.
@main
struct Program {
  static func main() { InspectProgram.main(Array(CommandLine.arguments.dropFirst())) }
}
