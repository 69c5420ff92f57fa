/// A field: what it is, and how its value comes into the draft.
struct Field<Target>: Sendable {
  typealias Leaf = @Sendable (ProfileNode, inout Target) throws(ProfileError) -> Void
  typealias Reader = @Sendable (ProfileNode, inout Target, inout Reading) -> Void

  let info: FieldInfo
  let read: Reader

  private init(_ info: FieldInfo, read: @escaping Reader) {
    self.info = info
    self.read = read
  }

  /// - Parameters:
  ///   - words: what may stand there, where the shape does not say it well enough.
  ///   - standard: the value that holds where the field is left out, in words.
  init(
    _ name: String, _ shape: FieldShape, words: String? = nil, need: FieldInfo.Need = .optional,
    standard: String? = nil, _ help: String, read: @escaping Leaf
  ) {
    self.init(
      FieldInfo(
        name: name, shape: shape, words: words, need: need, standard: standard, help: help)
    ) { node, target, reading in
      do throws(ProfileError) {
        try read(node, &target)
      } catch {
        reading.errors.append(error)
      }
    }
  }

  static func text(
    _ name: String, words: String? = nil, need: FieldInfo.Need = .optional, _ help: String,
    _ store: @escaping @Sendable (inout Target, Written<String>) -> Void
  ) -> Field {
    Field(name, .text, words: words, need: need, help) { (node, target) throws(ProfileError) in
      store(&target, Written(try node.text(), at: node))
    }
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>, need: FieldInfo.Need = .optional,
    _ help: String, _ store: @escaping @Sendable (inout Target, Int) -> Void
  ) -> Field {
    Field(name, .integer(range), need: need, help) { (node, target) throws(ProfileError) in
      store(&target, try node.integer(in: range))
    }
  }

  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ type: Choice.Type, standard: Choice, _ help: String,
    _ store: @escaping @Sendable (inout Target, Written<Choice>) -> Void
  ) -> Field where Choice.RawValue == String {
    let words = type.allCases.map(\.rawValue)
    let shape: FieldShape = type is Truth.Type ? .truth : .choice(words)
    return Field(name, shape, standard: standard.rawValue, help) {
      (node, target) throws(ProfileError) in
      store(&target, Written(try node.choice(of: Choice.self), at: node))
    }
  }

  /// A mapping with fields of its own.
  static func mapping<Inner: Sendable>(
    _ name: String, _ table: FieldTable<Inner>, from empty: Inner, _ help: String,
    _ store: @escaping @Sendable (inout Target, Inner) -> Void
  ) -> Field {
    Field(
      FieldInfo(name: name, shape: .mapping(table.fields.map(\.info)), help: help)
    ) { node, target, reading in
      var inner = empty
      table.read(node, into: &inner, &reading)
      store(&target, inner)
    }
  }

  /// A list of mappings. Lists are never merged, so each item is whole.
  static func list<Item: Sendable>(
    _ name: String, _ count: ClosedRange<Int>, of table: FieldTable<Item>, from empty: Item,
    need: FieldInfo.Need = .optional, standard: String? = nil, _ help: String,
    _ store: @escaping @Sendable (inout Target, [Item]) -> Void
  ) -> Field {
    Field(
      FieldInfo(
        name: name, shape: .list(count, of: .mapping(table.fields.map(\.info))), need: need,
        standard: standard, help: help)
    ) { node, target, reading in
      var items: [Item] = []
      var whole = Reading()
      do throws(ProfileError) {
        for node in try node.items(count) {
          var item = empty
          table.read(node, into: &item, &whole)
          items.append(item)
        }
      } catch {
        whole.errors.append(error)
      }
      reading.errors += whole.errors
      store(&target, items)
    }
  }

  /// The same field, one that is read only at the start.
  var atStart: Field {
    var info = info
    info.needsRestart = true
    return Field(info, read: read)
  }
}
