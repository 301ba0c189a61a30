import Foundation
import SpinRecording
import Synchronization

/// A recording on the disk, which is read a piece at a time and may grow.
final class RecordingFile: Sendable {
  /// What was read until now.
  struct Reading: Sendable {
    var log: Log
    /// How many bytes were read, and how many there were then.
    var bytes = 0, size = 0
    /// Whether all bytes were read.
    var isAtEnd = false
    /// Whether the last line has no end yet.
    var isWithinLine = false
    /// Whether another run has taken the place of the one before.
    var isNew = false
    /// Whether the file is not there now, and may come back.
    var isGone = false
    /// Why nothing more is read.
    var problem: String?
  }

  private struct Place {
    var reader: RunReader<JSON, JSON>
    var bytes = 0
    /// The beginning of the file, by which another run is noticed.
    var head = Data()
    var problem: String?
    /// Why the file, which was there before, cannot be opened now.
    var absence: String?
    /// Whether the file was a file, and opened.
    var wasThere = false
    /// A file that cannot go to a place, such as a pipe, stays open.
    var pipe: FileHandle?
  }

  let path: String
  private let place: Mutex<Place>

  init(_ path: String) {
    self.path = path
    place = Mutex(Place(reader: Self.reader(path)))
  }

  private static func reader(_ path: String) -> RunReader<JSON, JSON> {
    RunReader(path, scanning: { ScannedKeys($0) })
  }

  /// The bytes of the next piece: few at first, so that there is something to see, and then more and more, because
  /// each piece copies the entries before it; up to as many as the loop notes within a hundredth of a second.
  private static func length(behind bytes: Int) -> Int {
    bytes == 0 ? 1 << 16 : min(max(1 << 19, bytes / 4), 1 << 22)
  }

  /// Reads the next piece.
  ///
  /// *Isolation*: blocks until the bytes are read and decoded.
  func read() -> Reading {
    place.withLock { place in
      let size = size
      var (isNew, isAtEnd) = (false, true)
      if place.problem == nil {
        place.absence = nil
        do {
          let file = try open(&place, size, &isNew)
          let piece = try file.read(upToCount: Self.length(behind: place.bytes)) ?? Data()
          place.bytes += piece.count
          place.head += piece.prefix(max(0, 512 - place.head.count))
          isAtEnd = piece.isEmpty || place.bytes >= size ?? .max
          try place.reader.read(piece)
        } catch {
          let problem = (error as? RunLogError ?? .unreadable(path, error)).problem
          // It may be there again by now.
          let wasGone =
            size == nil || self.size == nil || (error as? CocoaError)?.code == .fileReadNoSuchFile
          let isGone = place.wasThere && place.pipe == nil && wasGone
          if isGone { place.absence = problem } else { place.problem = problem }
        }
      }
      return reading(place, max(place.bytes, size ?? 0), isAtEnd, isNew)
    }
  }

  /// Reads a last line that has no end, because nothing will follow.
  func finish() -> Reading {
    place.withLock { place in
      do throws(RunLogError) {
        place.problem = place.absence
        try place.reader.finish()
      } catch {
        place.problem = error.problem
      }
      return reading(place, place.bytes, true, false)
    }
  }

  private func reading(_ place: Place, _ size: Int, _ isAtEnd: Bool, _ isNew: Bool) -> Reading {
    Reading(
      log: place.reader.log, bytes: place.bytes, size: size, isAtEnd: isAtEnd,
      isWithinLine: place.reader.isWithinLine, isNew: isNew,
      isGone: place.absence != nil,
      problem: place.problem ?? place.reader.log.damage?.problem)
  }

  /// The bytes of the file; `nil` if it has no size, as a pipe.
  private var size: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  /// Opens the file where the next piece begins: at its begin, if another run writes into it now.
  private func open(_ place: inout Place, _ size: Int?, _ isNew: inout Bool) throws -> FileHandle {
    if let pipe = place.pipe { return pipe }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    guard let size else {
      if place.wasThere { throw CocoaError(.fileNoSuchFile) }
      place.pipe = file
      return file
    }
    place.wasThere = true
    if place.bytes > 0 {
      let head = try file.read(upToCount: place.head.count) ?? Data()
      if size < place.bytes || head != place.head {
        place = Place(reader: Self.reader(path), wasThere: true)
        isNew = true
      }
      try file.seek(toOffset: UInt64(place.bytes))
    }
    return file
  }
}
