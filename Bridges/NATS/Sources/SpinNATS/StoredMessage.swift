internal import Foundation
internal import SpinDurable

/// A message of a log: a batch of records, or the mark of an opening, which has none.
struct StoredMessage: Sendable {
  /// The format of the messages; a message without a number has the first one.
  static var format: Int { 1 }

  enum Header: String, CaseIterable {
    /// Another format than the first one, from a later version.
    case format = "Spin-Format"
    /// The number of the opening that has written it.
    case epoch = "Spin-Epoch"
    /// The number of the newest event, with those of the message.
    case head = "Spin-Head"
    /// The sequence of the newest message before it that has a snapshot; 0 if there is none.
    case snapshot = "Spin-Snapshot"
  }

  /// The sequence in the stream.
  var sequence: UInt64
  var epoch: Int
  var head: Int
  var snapshot: UInt64
  var records: [EventRecord]

  var hasSnapshot: Bool { records.contains { $0.kind == .snapshot } }

  /// The sequence of the newest message with a snapshot, this one included.
  var newestSnapshot: UInt64 { hasSnapshot ? sequence : snapshot }

  var headers: [String: String] {
    [
      Header.epoch.rawValue: "\(epoch)", Header.head.rawValue: "\(head)",
      Header.snapshot.rawValue: "\(snapshot)",
    ]
  }

  init(sequence: UInt64 = 0, epoch: Int, head: Int, snapshot: UInt64, records: [EventRecord]) {
    self.sequence = sequence
    self.epoch = epoch
    self.head = head
    self.snapshot = snapshot
    self.records = records
  }

  /// Reads a message.
  init(sequence: UInt64, headers: [String: String], data: Data) throws {
    let format = headers[Header.format.rawValue] ?? "1"
    if format != "\(Self.format)" {
      throw EventStoreError(
        .damaged,
        "The message \(sequence) has the format \(format), and this version of SpinNATS writes "
          + "\(Self.format): use a newer one.")
    }
    guard let epoch = headers[Header.epoch.rawValue].flatMap({ Int($0) }),
      let head = headers[Header.head.rawValue].flatMap({ Int($0) }),
      let snapshot = headers[Header.snapshot.rawValue].flatMap({ UInt64($0) }),
      let records = Self.records(in: data), 0..<Int.max ~= epoch, head >= 0, snapshot < sequence
    else {
      throw EventStoreError(.damaged, "The message \(sequence) of the stream is no part of a log.")
    }
    self.init(sequence: sequence, epoch: epoch, head: head, snapshot: snapshot, records: records)
  }

  // MARK: Bytes

  /// The count of the bytes of a record.
  static func size(of record: EventRecord) -> Int { 25 + record.bytes.count }

  /// Each record is its kind in one byte, its number, its version and the count of its bytes as integers of 64
  /// bits with the lowest byte first, and its bytes.
  var data: Data {
    var data = Data()
    for record in records {
      data.append(record.kind == .event ? 0 : 1)
      for number in [record.number, record.version, record.bytes.count] {
        withUnsafeBytes(of: Int64(number).littleEndian) { data.append(contentsOf: $0) }
      }
      data.append(contentsOf: record.bytes)
    }
    return data
  }

  private static func records(in data: Data) -> [EventRecord]? {
    var (records, rest) = ([EventRecord](), data[...])
    func integer() -> Int? {
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: Int64(bitPattern: value))
    }
    while let kind = rest.popFirst() {
      guard kind < 2, let number = integer(), let version = integer(), let count = integer(),
        count >= 0, count <= rest.count
      else { return nil }
      records.append(
        EventRecord(
          kind == 0 ? .event : .snapshot, number: number, version: version,
          bytes: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return records
  }
}
