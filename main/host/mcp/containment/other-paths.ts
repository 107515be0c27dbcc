import { join } from 'node:path'
import { identityOf, isBelow, textOf } from './disk.ts'

/** A folder of a file system, and the path that shows it. */
type Mount = { device: string; root: string; at: string }

/** Finds the other paths that mounts give to the same folders: of a bind mount, or of a file system mounted twice. */
export class OtherPaths {
  readonly #mounts: Mount[]

  constructor(table = textOf('/proc/self/mountinfo')) {
    this.#mounts = table.split('\n').flatMap((line): Mount[] => {
      const [, , device, root, at] = line.split(' ')
      return device === undefined || root === undefined || at === undefined
        ? []
        : [{ device, root: unescaped(root), at: unescaped(at) }]
    })
  }

  /** Other real paths of a folder or file. */
  of(path: string): string[] {
    const place = this.#placeOf(path)
    return this.#mounts.flatMap(({ device, root, at }) =>
      device === place?.device && isBelow(place.path, root) ? same(path, below(at, rest(place.path, root))) : [],
    )
  }

  /** Paths outside a folder that show a part of it. */
  ofPartsOf(path: string): string[] {
    const place = this.#placeOf(path)
    return this.#mounts.flatMap(({ device, root, at }) =>
      device === place?.device && root !== place.path && isBelow(root, place.path) && !isBelow(at, path)
        ? same(below(path, rest(root, place.path)), at)
        : [],
    )
  }

  /** A path in its file system. */
  #placeOf(path: string): { device: string; path: string } | undefined {
    const around = this.#mounts.filter(({ at }) => isBelow(path, at))
    // Of those at one point, the last one is on top.
    const own = around.findLast(({ at }) => around.every((it) => it.at.length <= at.length))
    return own && { device: own.device, path: below(own.root, rest(path, own.at)) }
  }
}

/** The other path, if both are there and lead to one object. */
const same = (path: string, other: string): string[] => {
  const found = identityOf(other)
  return other !== path && found !== undefined && found === identityOf(path) ? [other] : []
}

/** A path without the folder it is in. */
const rest = (path: string, folder: string): string => path.slice(folder === '/' ? 1 : folder.length + 1)

const below = (folder: string, name: string): string => (name === '' ? folder : join(folder, name))

const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 8)))
