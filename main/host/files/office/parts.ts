import type { FileKind } from '../../../../shared/content/extracted.ts'
import { type Archive, type ArchiveEntry, withArchive } from '../../archive/archive.ts'
import { bytesOf } from '../../archive/contents.ts'
import { Refusal } from '../../archive/refusal.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { readXml } from './xml.ts'

const mebibyte = 1024 * 1024
const mostEntries = 2000
const largestPart = 32 * mebibyte
const largestTogether = 64 * mebibyte

/** Names of the parts that are read. Others, such as pictures, are never unpacked and can have any name. */
const isRead = (name: string): boolean => /(?:\.(?:xml|rels|x?html?|opf)|^mimetype)$/i.test(name)

/** Parts inside a package, by their names. Their sizes count together. */
export class Parts {
  readonly #archive: Archive
  readonly #entries: ReadonlyMap<string, ArchiveEntry>
  #left = largestTogether

  constructor(archive: Archive) {
    this.#archive = archive
    this.#entries = new Map(
      archive.entries.filter(({ isFolder }) => !isFolder).map((entry) => [entry.name.toLowerCase(), entry]),
    )
  }

  get names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name)
  }

  get size(): number {
    return this.#entries.size
  }

  /** A part's text; undefined if there is none of this name. Names differ by more than their case. */
  async find(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(name.replace(/^\//, '').toLowerCase())
    if (!entry) return undefined
    this.#left -= entry.size
    if (entry.size > largestPart || this.#left < 0) throw new Unreadable('size')
    return decoded(await bytesOf(this.#archive, entry))
  }

  async read(name: string): Promise<string> {
    const text = await this.find(name)
    if (text === undefined) throw new Unreadable('broken')
    return text
  }
}

/** XML says its encoding in its first bytes: UTF-8, or UTF-16 with its mark. */
function decoded(bytes: Buffer): string {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  const label = mark === 0xff_fe ? 'utf-16le' : mark === 0xfe_ff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('broken')
  }
}

/** A package's relation to one of its parts, or to something outside. `target` is a part's whole name. */
export type Relation = { type: string; target: string; isOutside: boolean }

/** The relations of a part, by ID (ECMA-376, part 2). */
export async function relationsOf(parts: Parts, part: string): Promise<Map<string, Relation>> {
  const folder = part.includes('/') ? part.slice(0, part.lastIndexOf('/') + 1) : ''
  const text = await parts.find(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const relations = new Map<string, Relation>()
  if (text === undefined) return relations
  readXml(text, {
    open: ({ name, get }) => {
      if (name !== 'Relationship') return
      const isOutside = get('TargetMode') === 'External'
      const target = get('Target') ?? ''
      const type = (get('Type') ?? '').split('/').at(-1) ?? ''
      relations.set(get('Id') ?? '', { type, target: isOutside ? target : pathIn(folder, target), isOutside })
    },
  })
  return relations
}

/** A path in a package, from a folder or, with a slash, from its root. */
export function pathIn(folder: string, target: string): string {
  const path: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/'))
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  return path.join('/')
}

/** How many relations to something outside a package has. A link that is only followed by a click doesn't count. */
export async function outsideOf(parts: Parts): Promise<number> {
  let outside = parts.names.filter((name) => /(?:^|\/)externalLinks\/[^/]*\.xml$/i.test(name)).length
  for (const name of parts.names.filter((one) => one.endsWith('.rels'))) {
    const part = name.replace(/(?:^|(?<=\/))_rels\/([^/]*)\.rels$/, '$1')
    for (const { isOutside, type } of (await relationsOf(parts, part)).values())
      if (isOutside && type !== 'hyperlink' && !/externalLinkPath/.test(type)) outside += 1
  }
  return outside
}

/** A package's kind and its main part. */
export type Known = { kind: FileKind; main: string }

/** A package's kind by its own list of types, or by an OpenDocument's or EPUB's first part. */
async function kindOf(parts: Parts): Promise<Known | undefined> {
  const type = (await parts.find('mimetype'))?.trim()
  if (type === 'application/epub+zip') return { kind: 'epub', main: '' }
  if (type?.startsWith('application/vnd.oasis.opendocument.text')) return { kind: 'odt', main: 'content.xml' }
  const list = await parts.find('[Content_Types].xml')
  if (list === undefined) return undefined
  let found: Known | undefined
  readXml(list, {
    open: ({ name, get }) => {
      const kind = name === 'Override' ? officeKind(get('ContentType') ?? '') : undefined
      if (kind) found ??= { kind, main: (get('PartName') ?? '').replace(/^\//, '') }
    },
  })
  return found ?? (await mainOf(parts))
}

/** By where a package's main part is, if its list doesn't name it. */
async function mainOf(parts: Parts): Promise<Known | undefined> {
  const main = [...(await relationsOf(parts, '')).values()].find(({ type }) => type === 'officeDocument')?.target ?? ''
  const [folder = ''] = main.split('/')
  const kind = new Map<string, FileKind>([
    ['word', 'docx'],
    ['xl', 'xlsx'],
    ['ppt', 'pptx'],
  ]).get(folder)
  return kind && { kind, main }
}

function officeKind(type: string): FileKind | undefined {
  if (/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.\w+\.macroEnabled(?:Template)?\.main/.test(type))
    return 'docx'
  if (/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.\w+\.macroEnabled\.main/.test(type)) return 'xlsx'
  if (
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled\.main/.test(type)
  )
    return 'pptx'
  return undefined
}

/** The kind that a package's names promise, for one that can't be opened. */
const namedIn = (bytes: Buffer): FileKind =>
  bytes.includes('word/document.xml')
    ? 'docx'
    : bytes.includes('xl/workbook.xml')
      ? 'xlsx'
      : bytes.includes('ppt/presentation.xml')
        ? 'pptx'
        : 'zip'

/** Opens a package of a known kind. Throws `Unreadable`, with the kind if that was found first. */
export async function withParts<T>(bytes: Buffer, use: (known: Known, parts: Parts) => Promise<T>): Promise<T> {
  let kind = namedIn(bytes)
  try {
    return await withArchive(
      bytes,
      async (archive) => {
        const parts = new Parts(archive)
        const known = await kindOf(parts)
        if (!known) throw new Unreadable('kind')
        kind = known.kind
        if (parts.size > mostEntries) throw new Unreadable('entries')
        return await use(known, parts)
      },
      isRead,
    )
  } catch (error) {
    if (error instanceof Unreadable) throw new Unreadable(error.because, kind)
    if (error instanceof Refusal) throw new Unreadable(becauseOf(error), kind)
    throw error
  }
}

function becauseOf({ refused: { refused } }: Refusal): Unreadable['because'] {
  if (refused === 'zip-encrypted') return 'password'
  if (refused === 'too-large' || refused === 'size-mismatch') return 'size'
  if (refused === 'too-many-files') return 'entries'
  return refused === 'name-duplicate' ? 'duplicate' : 'broken'
}
