import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import { pdfHeaderAt } from '../reading/pdf-header.ts'
import { type PdfProgress, readPdf } from './pdf.ts'
import { startPdfium } from './pdfium.ts'
import { isSound, readSound } from './sound.ts'
import { Gathered } from '../reading/gathered.ts'
import { readBook } from '../office/book.ts'
import { readDocument } from '../office/document.ts'
import { readOpenText } from '../office/open-text.ts'
import { outsideOf, withParts } from '../office/parts.ts'
import { readSlides } from '../office/slides.ts'
import { readWorkbook } from '../office/workbook.ts'
import { readTextFile } from '../text/text-file.ts'
import { Unreadable } from '../reading/unreadable.ts'

const zipSigns = ['504b0304', '504b0506'].map((sign) => Buffer.from(sign, 'hex'))
const oleSign = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Reads a file of any kind, told by its bytes. Throws `Unreadable`. */
export async function readFileBytes(
  given: Uint8Array,
  wasm: Uint8Array | undefined,
  tell: (progress: PdfProgress) => void,
): Promise<FileOutcome | 'as told'> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bytes.length === 0) throw new Unreadable('empty')
  if (bytes.subarray(0, 8).equals(oleSign)) throw new Unreadable('old-format', 'ole')
  if (zipSigns.some((sign) => bytes.subarray(0, 4).equals(sign))) return readOffice(bytes)
  if (isSound(bytes)) return readSound(bytes)
  if (pdfHeaderAt(bytes) < 0) return readTextFile(bytes)
  if (!wasm) throw new Unreadable('unavailable', 'pdf')
  readPdf(bytes, await startPdfium(wasm), tell)
  return 'as told'
}

/** Reads a package: an office file, an OpenDocument text or a book. Nothing outside it is looked at. Throws `Unreadable`. */
const readOffice = (bytes: Buffer): Promise<FileOutcome> =>
  withParts(bytes, async ({ kind, main }, parts) => {
    const gathered = new Gathered()
    gathered.warn('external', await outsideOf(parts))
    if (kind === 'docx') await readDocument(parts, main, gathered)
    else if (kind === 'xlsx') await readWorkbook(parts, main, gathered)
    else if (kind === 'pptx') await readSlides(parts, main, gathered)
    else if (kind === 'odt') await readOpenText(parts, main, gathered)
    else if (kind === 'epub') await readBook(parts, gathered)
    else throw new Unreadable('kind')
    return gathered.read(kind)
  })
