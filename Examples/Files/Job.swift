import SpinTTY

/// A change of files, which may take a while.
struct Job: Identifiable, Equatable, Sendable {
  typealias Path = FilePicker.Path

  enum Kind: String, Sendable {
    case copy = "copied", move = "moved", delete = "deleted", trash = "moved into the trash"
    case make = "made"

    /// Whether the files go, and get no other place here.
    var removes: Bool { self == .delete || self == .trash }
  }

  let kind: Kind
  var paths: [Path]
  /// Where the files go.
  let folder: Path
  /// The new name of the only file.
  var name: TextInput.Model?
  /// Why the job could not be carried out with this name.
  var problem: String?
  /// Whether the job replaces files of the same names, and merges folders; the user has agreed.
  var replaces = false
  var merges = false
  /// Where the files were that this job puts back.
  var old: [Path: Path] = [:]
  var id = 0
  var pace: Pace?

  func target(of path: Path) -> Path {
    if let old = old[path] { return old }
    return kind.removes
      ? path : folder.appending(name.map { Array($0.text.utf8) } ?? path.lastComponent)
  }

  var isUndo: Bool { !old.isEmpty }

  /// The job that puts back what this one has moved.
  func undo(_ moved: [Path]) -> Job {
    let old = Dictionary(moved.map { (target(of: $0), $0) }) { first, _ in first }
    return Job(kind: .move, paths: moved.map(target), folder: moved[0].folder, old: old)
  }

  /// The folders and files that the job takes away, makes or replaces.
  private var touched: [Path] {
    (kind == .copy || kind == .make ? [] : paths) + (kind.removes ? [] : paths.map(target))
  }

  /// Whether the job changes a file, or takes a folder around it away.
  func changes(_ path: Path) -> Bool {
    let bytes = path.appending([]).bytes
    return touched.contains { bytes.starts(with: $0.appending([]).bytes) }
  }

  /// What became of the files.
  var done: String {
    isUndo ? "moved back" : kind == .move && name != nil ? "renamed" : kind.rawValue
  }

  var names: String { paths.map(target).names }

  /// The name that the user is asked for.
  var asked: TextInput.Model? { replaces ? nil : name }

  /// What the user is asked before the job begins.
  var question: String {
    if merges { return "merge \(names), and replace files of the same names?" }
    if replaces { return "replace \(names)?" }
    if kind == .make {
      return "new folder in \(folder.lastComponent.isEmpty ? "" : folder.name.asName)/"
    }
    if kind.removes { return kind == .trash ? "move \(names) into the trash?" : "delete \(names)?" }
    return (kind == .copy ? "duplicate " : "rename ") + paths.names
  }

  /// Whether there is a new name, if one was asked for.
  var isChange: Bool {
    name.map { !$0.text.isEmpty && Array($0.text.utf8) != paths[0].lastComponent } ?? true
  }
}

extension [FilePicker.Path] {
  /// The name of the only one, or the number.
  var names: String { count == 1 ? self[0].name.asName : "\(count) items" }

  /// Those that are in no folder among them, which takes its files along.
  var outermost: Self {
    let all = Set(self)
    func isInside(_ path: FilePicker.Path) -> Bool {
      path.folder != path && (all.contains(path.folder) || isInside(path.folder))
    }
    return filter { !isInside($0) }
  }
}
