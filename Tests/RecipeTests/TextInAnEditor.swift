import Foundation
import RecipeSupport
import SpinAsync
import SpinTTY
import SpinTesting
import Testing

struct TextInAnEditor {
  // snippet.state
  struct Letter: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case edit, written(String), closed, read(String), failed(String)
    }
    /// What the spin does with the file of the text.
    enum Step: Equatable, Sendable { case writing, editing(String), reading(String) }

    var text = "Dear reader", step: Step?, problem: String?

    var unwritten: String? { step == .writing ? text : nil }
    var editing: String? { if case .editing(let file) = step { file } else { nil } }
    var closed: String? { if case .reading(let file) = step { file } else { nil } }

    mutating func reduce(_ event: Event) {
      switch event {
      case .edit: if step == nil { (step, problem) = (.writing, nil) }
      case .written(let file): step = .editing(file)
      case .closed: step = editing.map { .reading($0) }
      case .read(let new): (text, step) = (new, nil)
      case .failed(let reason): (step, problem) = (nil, reason)
      }
    }
  }
  // snippet.end

  // snippet.spin
  struct Files: Sendable {
    var write: @Sendable (_ text: String) async throws -> String
    /// Returns the text of a file, which is then removed.
    var read: @Sendable (_ file: String) async throws -> String
  }

  func letter(_ files: Files) -> Spin<Letter, Letter.Event> {
    Spin(initialState: Letter()) {
      Feedback(on: \.unwritten) { text in
        .run {
          .written(try await files.write(text))
        } catch: {
          .failed("\($0)")
        }
      }.named("write")
      Feedback(on: \.closed) { file in
        .run {
          .read(try await files.read(file))
        } catch: {
          .failed("\(file): \($0)")
        }
      }.named("read")
      Reducer { letter, event in letter.reduce(event) }
    }
  }
  // snippet.end

  // snippet.screen
  func screen(_ files: Files) -> UISpin<Letter, Letter.Event> {
    UISpin(letter(files), options: .fullScreen) { letter, _ in
      Text(letter.text)
      if let problem = letter.problem { Text(problem).styled(.error) }
      Help()
    } keys: {
      Key("e", help: "edit", .edit)
      Key.quit("q")
    } terminal: {
      Perform(on: \.editing) { file in
        .run(.editor(file)) { result in
          switch result {
          case .success(.exited(0)): .closed
          case .success(let status): .failed("\(file): the editor \(status)")
          case .failure(let error): .failed("\(file): \(error)")
          }
        }
      }
    }
  }
  // snippet.end

  // snippet.files
  static let onDisk = Files(
    write: { text in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
      // Nobody else may read it.
      guard
        FileManager.default.createFile(
          atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      return file.path
    },
    read: { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try? FileManager.default.removeItem(atPath: file)
      return text
    })
  // snippet.end

  // snippet.test
  @Test func whatTheEditorSavesIsTheText() {
    let saved = Transcript<String>()
    let files = Files(
      write: { text in
        saved.add(text)
        return "letter.txt"
      }, read: { _ in saved.all.last! })
    let runtime = TestRuntime()
    let rehearsal = screen(files).rehearse(on: runtime, columns: 40, rows: 8)
    rehearsal.input("e".utf8)
    runtime.run()
    #expect(rehearsal.program == .editor("letter.txt"))
    saved.add("Dear writer")
    rehearsal.finishProgram()
    runtime.run()
    #expect(saved.all.first == "Dear reader")
    #expect(rehearsal.state == Letter(text: "Dear writer"))

    rehearsal.input("e".utf8)
    runtime.run()
    rehearsal.finishProgram(.success(.exited(1)))  // Such as by :cq in vi.
    runtime.run()
    #expect(rehearsal.state.text == "Dear writer")
    #expect(rehearsal.state.problem == "letter.txt: the editor exited with status 1")
  }
  // snippet.end

  @Test func aTextGoesThroughAFileThatNobodyElseReads() async throws {
    let file = try await Self.onDisk.write("Dear reader")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try await Self.onDisk.read(file) == "Dear reader")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func aTextIsEitherTheOldOneWithAProblemOrThatOfTheEditor() {
    explore { test in
      let disk = World<String, String>()
      let files = Files(
        write: { text in
          try await disk.put(text, as: "letter.txt")
          return "letter.txt"
        }, read: { try await disk.get($0) ?? "" })
      let rehearsal = screen(files).rehearse(on: test, columns: 40, rows: 8)
      rehearsal.input("eee".utf8)
      test.advance(by: .seconds(60))
      if rehearsal.program != nil {
        test.expect(disk["letter.txt"], equals: "Dear reader")
        disk["letter.txt"] = "Dear writer"
        rehearsal.finishProgram()
        test.advance(by: .seconds(60))
      }
      let state = rehearsal.state
      test.expect(state.step, equals: nil)
      test.expect(state.text, equals: state.problem == nil ? "Dear writer" : "Dear reader")
    }
  }
}
