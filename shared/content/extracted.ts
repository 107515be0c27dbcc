/** A file's kind, told by its bytes. `zip`: a package that is none of the known ones; `none`: nothing known. */
export type FileKind =
  | ('pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'epub')
  | ('html' | 'csv' | 'ipynb' | 'text')
  | ('wav' | 'mp3')
  | ('ole' | 'zip' | 'none')

/**
 * Warnings about a file before a model gets it. `external`: parts outside the file, which are never fetched;
 * `left-out`: deletions, comments and pictures without text; `scan-layer`: pages that are pictures, with text behind
 * them; `unchecked`: pages that couldn't be drawn, so hidden text in them isn't told from other text.
 */
export type FileWarning =
  | ('javascript' | 'launch' | 'embedded-file' | 'form' | 'external')
  | ('bytes-before-header' | 'bytes-after-end' | 'encoding-guessed')
  | ('left-out' | 'scan-layer' | 'unchecked')

/** A page, slide, sheet, chapter or cell. `hidden`: its text that can't be seen, which isn't in `text`. */
export type ExtractedPage = { label: string; text: string; hidden?: string | undefined }

/** Extracted text as it is stored: no page of a file without text has any. */
export type ExtractedText = { pages: ExtractedPage[]; cut?: true | undefined }

/** The pages of stored extracted text; none if it was erased. */
export function pagesIn(value: unknown): ExtractedPage[] {
  const pages: unknown = typeof value === 'object' && value !== null && 'pages' in value ? value.pages : []
  return Array.isArray(pages) ? pages.filter(isPage) : []
}

const isPage = (page: unknown): page is ExtractedPage =>
  typeof page === 'object' && page !== null && 'label' in page && 'text' in page && typeof page.text === 'string'

/** A file's text, in the file's order. `cut`: it had more than is given. Third-party text. */
export type Extracted = {
  kind: FileKind
  pages: ExtractedPage[]
  warns: { what: FileWarning; count: number }[]
  cut?: true | undefined
}

/**
 * Why a file can't be read. `kind`: nothing that Atrium reads; `old-format`: an office file from before 2007, or with a
 * password; `size`, `entries`, `depth`, `pages`, `memory` and `time`: more than a limit; `doctype`: XML that declares
 * entities; `duplicate`: two parts of one name; `unavailable`: the reader doesn't start.
 */
export type Unread =
  | ('empty' | 'kind' | 'broken' | 'password' | 'old-format')
  | ('size' | 'entries' | 'depth' | 'pages' | 'memory' | 'time')
  | ('doctype' | 'duplicate' | 'unavailable')

/** The outcome of reading a file. `no-text`: it can be read, and contains no text. */
export type FileOutcome =
  | ({ outcome: 'text' | 'no-text' } & Extracted)
  | { outcome: 'audio'; kind: 'wav' | 'mp3'; seconds: number }
  | { outcome: 'refused'; kind: FileKind; because: Unread }

/** Media types by kind; of the rest, Atrium sends no bytes. */
export const mediaTypeOf: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
  html: 'text/html',
  csv: 'text/csv',
  ipynb: 'application/x-ipynb+json',
  text: 'text/plain',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ole: 'application/octet-stream',
  zip: 'application/zip',
  none: 'application/octet-stream',
}

/** The outcome of reading a file, as its chip shows it. `refusal`: why it can't be attached, in a sentence. */
export type FileFacts =
  | ({ outcome: 'text' | 'no-text'; kind: FileKind; pages: number; hidden: number } & Pick<Extracted, 'warns' | 'cut'>)
  | { outcome: 'audio'; kind: FileKind; seconds: number }
  | { outcome: 'refused'; kind: FileKind; refusal: string }

/** Bounds of a file's reading: bytes of the reader's process, milliseconds for its text, each drawing and all of them, pages, and characters of all text. */
export const readBounds = {
  process: 400_000_000,
  fileMs: 10_000,
  pageMs: 2000,
  allPagesMs: 30_000,
  pages: 2000,
  characters: 500_000,
} as const
