/// How much room fields and buttons take.
///
/// ```swift
/// Form { … }.environment(\.density, .regular)  // some views
/// options.density = .regular                   // the whole program
/// ```
public enum Density: Hashable, Sendable, CaseIterable {
  /// Fields and buttons are one row high.
  case compact
  /// Fields and buttons have a row above and below, and a frame, where there is room for three rows and
  /// five columns.
  ///
  /// These are ``TextInput``, ``TextArea``, ``Select`` and ``Button``. A ``Form`` or a ``Dialog`` whose views do
  /// not all fit in this way is compact. Borders have blank rows inside. In a row of a stack, align the views
  /// beside the fields and buttons in the center.
  case regular
}
