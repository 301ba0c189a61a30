internal import Foundation
internal import SpinAsync
internal import SpinDurable
internal import SpinNATS
internal import SpinSQLite

/// Runs the commands that come on standard input, a line each, and goes on after it was killed.
///
/// usage: jobs [FILE | nats://SERVER:PORT] <commands.txt
@main struct Program {
  static func main() async {
    do {
      let place = CommandLine.arguments.dropFirst().first ?? "jobs.sqlite"
      let spin = Jobs.spin(execute)
      let jobs =
        if place.hasPrefix("nats://") {
          try await spin.open("jobs", in: JetStreamStore(place), on: .async)
        } else {
          try await spin.open("jobs", in: SQLiteStore(path: place), on: .async)
        }
      if !jobs.state.open.isEmpty { print("going on with \(jobs.state.open.count) open jobs") }
      for await line in lines(until: jobs) where !line.isEmpty {
        let id = UUID().uuidString.prefix(8).lowercased()
        _ = try await jobs.send(.submitted(id: id, command: line))
        print("\(id) accepted: \(line)")
      }
      let end = try await jobs.first { $0.open.isEmpty }
      print("\(end.succeeded) succeeded, \(end.failed.count) failed")
      for command in end.failed { print("failed three times: \(command)") }
    } catch {
      FileHandle.standardError.write(Data("jobs: \(error)\n".utf8))
      exit(1)
    }
  }

  /// The lines of standard input, which a thread of its own waits for, until the loop ends: its store may fail.
  private static func lines(until jobs: RunningSpin<Jobs, Jobs.Event>) -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
      Task {
        await jobs.finished()
        continuation.finish()
      }
    }
  }

  /// Writes a line at once, so that it is not lost when the program is killed.
  private static func print(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Runs a command, which knows its id as the variable `JOB`.
  private static func execute(_ id: String, _ command: String) async -> Jobs.Event {
    await withCheckedContinuation { continuation in
      // In a thread of its own, because it waits: tasks and the store share the other threads.
      Thread.detachNewThread {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = ProcessInfo.processInfo.environment.merging(["JOB": id]) { $1 }
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
        guard (try? process.run()) != nil else {
          return continuation.resume(returning: .ended(id: id, status: 127, output: "no shell"))
        }
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        let status = process.terminationStatus
        print("\(id) \(status == 0 ? "succeeded" : "failed (\(status))"): \(output)")
        continuation.resume(returning: .ended(id: id, status: status, output: output))
      }
    }
  }
}
