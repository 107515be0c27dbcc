import type { BundleRefusal } from '../../../shared/config/bundle.ts'
import { conceals } from '../../../shared/text/hidden-characters.ts'
import { foldedName } from '../../../shared/text/paths.ts'

const longestPart = 255
const longestName = 1024
const deepest = 40

/** Names that Windows keeps for devices, with any ending. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** A name in an archive, without the slash that ends a folder's. */
export type ArchiveName = { name: string; isFolder: boolean }

/** Reads a name's bytes; a code if it can't be a name inside a folder on every system. */
export function readName(bytes: Uint8Array): ArchiveName | { refused: BundleRefusal } {
  const text = decoded(bytes)
  if (text === undefined) return { refused: 'name-reserved' }
  const isFolder = text.endsWith('/')
  const name = isFolder ? text.slice(0, -1) : text
  const refused = problemOf(name, bytes.length)
  return refused === undefined ? { name, isFolder } : { refused }
}

function problemOf(name: string, bytes: number): BundleRefusal | undefined {
  const parts = name.split('/')
  if (/\\|^[a-z]:/i.test(name) || parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'name-outside'
  if (bytes > longestName || parts.length > deepest || parts.some((part) => Buffer.byteLength(part) > longestPart))
    return 'name-too-long'
  return parts.some(isReserved) ? 'name-reserved' : undefined
}

const isReserved = (part: string): boolean =>
  part.includes(':') || /[. ]$|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|^ /u.test(part) || device.test(part) || misleads(part)

/** Accents and other alphabets are ordinary names; only hidden and reordering characters aren't. */
const misleads = (part: string): boolean => /[\p{Cf}\p{Co}\p{DI}]/u.test(part) && conceals(part)

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The names of one archive. Two names that some system takes for one are duplicates. */
export class Names {
  /** By the form that such systems compare, how it is written and what it is. */
  readonly #known = new Map<string, { name: string; kind: 'file' | 'folder' | 'implied' }>()

  /** False if another entry has this name, or one of its folders is a file or is written differently. */
  add({ name, isFolder }: ArchiveName): boolean {
    const parts = name.split('/')
    for (let length = 1; length < parts.length; length += 1)
      if (!this.#put(parts.slice(0, length).join('/'), 'implied')) return false
    return this.#put(name, isFolder ? 'folder' : 'file')
  }

  #put(name: string, kind: 'file' | 'folder' | 'implied'): boolean {
    const key = foldedName(name)
    const known = this.#known.get(key)
    if (!known || (known.name === name && known.kind === 'implied' && kind === 'folder')) {
      this.#known.set(key, { name, kind })
      return true
    }
    return known.name === name && known.kind !== 'file' && kind === 'implied'
  }
}
