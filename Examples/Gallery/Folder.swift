import SpinTTY

/// A folder that is on no disk.
enum Folder {
  private static let names = [
    "": ["Sources/", "Tests/", "Package.swift", "README.md"],
    "/Sources": ["Cards.swift", "Engine.swift", "Mill.swift"],
    "/Tests": ["MillTests.swift"],
  ]

  static let model: FilePicker.Model = {
    var model = FilePicker.Model(FilePicker.Path("engine"))
    for (folder, names) in names {
      let path = FilePicker.Path("engine" + folder)
      let entries = names.map { name in
        FilePicker.Entry(
          path.appending(Array(name.utf8.filter { $0 != UInt8(ascii: "/") })),
          isFolder: name.hasSuffix("/"))
      }
      model.take(FilePicker.Listing(path, .success(entries)))
    }
    return model
  }()
}
