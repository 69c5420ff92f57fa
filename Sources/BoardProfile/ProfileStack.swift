/// The files that a profile comes together from, the lowest first: what it
/// extends, itself, and over each of them its drop-ins.
struct ProfileStack {
  private struct Layer {
    let path: String
    let tree: YAMLNode
    let isDropIn: Bool
  }

  /// A file that is left out, and why.
  struct LeftOut {
    var path: String
    var failure: ProfileFailure
  }

  /// More than anybody can follow; and links can make a circle of ever new names.
  private static let deepest = 8

  private var layers: [Layer] = []
  private(set) var leftOut: [LeftOut] = []

  /// Collects the files; those of the profile itself and of what it extends
  /// have to be right, each in itself.
  ///
  /// - Parameter name: the profile's in the library; nil where it was given by
  ///   its path and has no drop-ins.
  init(_ file: ProfileFile, name: String?, in library: ProfileLibrary) throws(ProfileFailure) {
    try add(file, name: name, in: library, below: [])
  }

  private mutating func add(
    _ file: ProfileFile, name: String?, in library: ProfileLibrary, below: [String]
  ) throws(ProfileFailure) {
    if let extends = file.extends {
      let base: (path: String, name: String?)
      do throws(ProfileError) {
        base = try ProfileStack.base(extends, of: file, in: library)
        let chain = below + [file.path]
        guard chain.count < ProfileStack.deepest else {
          throw extends.node.error("more than \(ProfileStack.deepest) files extend each other")
        }
        if chain.contains(base.path) {
          let circle = (chain + [base.path]).joined(separator: " → ")
          throw extends.node.error("a profile cannot extend itself: \(circle)")
        }
      } catch {
        throw ProfileFailure([error])
      }
      let baseFile = try ProfileFile(path: base.path, as: .base)
      try add(baseFile, name: base.name, in: library, below: below + [file.path])
    }
    layers.append(Layer(path: file.path, tree: file.tree, isDropIn: false))
    guard let name else { return }
    do throws(ProfileError) {
      for path in try library.dropIns(of: name) { addDropIn(path) }
    } catch {
      throw ProfileFailure([error])
    }
  }

  private mutating func addDropIn(_ path: String) {
    do throws(ProfileFailure) {
      let file = try ProfileFile(path: path, as: .dropIn)
      layers.append(Layer(path: path, tree: file.tree, isDropIn: true))
    } catch {
      leftOut.append(LeftOut(path: path, failure: error))
    }
  }

  private static func base(
    _ extends: Written<String>, of file: ProfileFile, in library: ProfileLibrary
  ) throws(ProfileError) -> (path: String, name: String?) {
    if extends.value.contains("/") {
      let path = File.resolve(extends.value, beside: file.path)
      guard File.isThere(path) else { throw extends.node.error("there is no file '\(path)'") }
      return (path, nil)
    }
    let entries = try library.entries()
    let found = entries.filter { $0.name == extends.value }
    guard let first = found.first else {
      throw extends.node.error(
        "there is no profile '\(extends.value)'", word: extends.value,
        among: entries.map(\.name))
    }
    guard found.count == 1 else {
      let paths = found.map(\.path).joined(separator: " and ")
      throw extends.node.error("'\(extends.value)' is the name of \(paths): write a path")
    }
    return (first.path, first.name)
  }

  /// Lays the files over each other. Without its drop-ins the profile has to
  /// be right; then each drop-in that would make it wrong is left out.
  mutating func settle(
    withDropIns: Bool = true
  ) throws(ProfileFailure) -> (profile: BoardProfile, tree: YAMLNode, files: [String]) {
    var taken = Set(layers.indices.filter { !layers[$0].isDropIn })
    var tree = merged(taken)
    var profile = try BoardProfile.read(tree)
    for index in layers.indices where layers[index].isDropIn && withDropIns {
      let more = merged(taken.union([index]))
      do throws(ProfileFailure) {
        profile = try BoardProfile.read(more)
        tree = more
        taken.insert(index)
      } catch {
        leftOut.append(LeftOut(path: layers[index].path, failure: error))
      }
    }
    return (profile, tree, taken.sorted().map { layers[$0].path })
  }

  private func merged(_ taken: Set<Int>) -> YAMLNode {
    let trees = taken.sorted().map { layers[$0].tree }
    let empty = YAMLNode(content: .mapping([]), file: "", line: 0, column: 0)
    return trees.reduce(empty) { $0.overlaid(by: $1) }
  }
}
