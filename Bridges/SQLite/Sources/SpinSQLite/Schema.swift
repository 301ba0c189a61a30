internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import SpinDurable

/// The tables of a store, and how SQLite writes them.
enum Schema {
  /// The version of the tables, which the table `spin_format` has.
  ///
  /// A program that has tables of its own in the file may use `user_version`, so SpinSQLite does not. An earlier
  /// version of SpinSQLite has set it to 1, and created no `spin_format`.
  private static var version: Int { 1 }

  /// How long a process waits for others.
  private static var patience: Duration { .seconds(5) }

  static func configuration(_ path: String) -> Configuration {
    var configuration = Configuration()
    configuration.label = "spin.sqlite"
    configuration.busyMode = .timeout(patience / .seconds(1))
    configuration.prepareDatabase { db in
      if db.configuration.readonly { return }
      try writeAhead(db, path)
      // NB: after the journal mode, because a connection in WAL mode is set to NORMAL by default.
      try db.execute(
        sql: "PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1")
      let mode = try Int.fetchOne(db, sql: "PRAGMA synchronous")
      guard mode == 2 else {
        throw EventStoreError(
          .unavailable,
          "SQLite does not wait for the disk: PRAGMA synchronous is \(mode ?? -1), and not 2.")
      }
    }
    return configuration
  }

  /// Has SQLite write a log ahead.
  ///
  /// NB: SQLite does not wait for another process that also makes a new file one of this mode. If it cannot write
  /// ahead, it says so only by the mode that it keeps.
  private static func writeAhead(_ db: Database, _ path: String) throws {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode=WAL") ?? ""
        if mode == "wal" { return }
        throw EventStoreError(
          .unavailable,
          "\(path): SQLite cannot write a log ahead in this place, for its journal mode is \(mode): name a file on a "
            + "local disk.")
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        sqlite3_sleep(5)  // Milliseconds.
      }
    }
  }

  /// Throws if the file has another place than when it was opened, or is gone.
  ///
  /// SQLite would go on writing to a file that nobody finds any more.
  static func checkIsThere(_ db: Database, _ path: String) throws {
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    // NB: the path as SQLite has resolved it, without links and wherever the process is.
    let file = sqlite3_db_filename(db.sqliteConnection, "main").map { String(cString: $0) } ?? path
    if code == SQLITE_OK, hasMoved == 0, FileManager.default.fileExists(atPath: file + "-wal") {
      return
    }
    throw EventStoreError(
      .damaged, "\(path) or the file beside it was removed or replaced while it was open.")
  }

  /// Creates the tables, if the file has none.
  static func prepare(_ db: Database, _ path: String) throws {
    if let found = try format(db) {
      if found <= version { return }
      throw EventStoreError(
        .damaged,
        "\(path) has the format \(found), and this version of SpinSQLite writes \(version): use a newer one."
      )
    }
    try db.inTransaction(.immediate) {
      // NB: another process may have created them meanwhile.
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS spin_logs (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL, head INTEGER NOT NULL);
          CREATE TABLE IF NOT EXISTS spin_events (
            log INTEGER NOT NULL, number INTEGER NOT NULL, version INTEGER NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (log, number)) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS spin_snapshots (
            log INTEGER NOT NULL, number INTEGER NOT NULL, version INTEGER NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (log, number));
          CREATE TABLE IF NOT EXISTS spin_format (version INTEGER NOT NULL);
          INSERT INTO spin_format SELECT \(version) WHERE NOT EXISTS (SELECT * FROM spin_format);
          """)
      return .commit
    }
  }

  /// The version of the tables in the file; `nil` if there are none.
  private static func format(_ db: Database) throws -> Int? {
    // NB: read again, because another process may have created them.
    let tables = try String.fetchSet(
      db, sql: "SELECT name FROM sqlite_master WHERE name IN ('spin_logs', 'spin_format')")
    if tables.contains("spin_format") {
      return try Int.fetchOne(db, sql: "SELECT MAX(version) FROM spin_format") ?? version
    }
    return tables.isEmpty ? nil : version
  }
}

extension EventStoreError {
  /// Returns the error that a caller gets: what SQLite reports becomes a sentence.
  static func of(_ error: any Error, _ path: String) -> any Error {
    if let error = error as? DatabaseError { return EventStoreError(error, path) }
    if error is EventStoreError || error is CancellationError { return error }
    return EventStoreError(.unavailable, "\(path): \(error)")
  }

  private init(_ error: DatabaseError, _ path: String) {
    let message = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_FULL: self.init(.unavailable, "\(path): the disk is full.")
    case .SQLITE_READONLY: self.init(.unavailable, "\(path) is read-only.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.unavailable, "\(path): another process has locked the file for too long.")
    case .SQLITE_CANTOPEN: self.init(.unavailable, "\(path) cannot be opened: \(message).")
    case .SQLITE_NOTADB: self.init(.damaged, "\(path) is no database of SQLite.")
    case .SQLITE_CORRUPT: self.init(.damaged, "\(path) is damaged: \(message).")
    default: self.init(.unavailable, "\(path): \(message) (\(error.resultCode.rawValue)).")
    }
  }
}
