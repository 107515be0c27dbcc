import { readBounds, type ExtractedPage, type FileOutcome } from '../../../../shared/content/extracted.ts'
import { pdfHeaderAt } from '../reading/pdf-header.ts'
import { Gathered, tidy } from '../reading/gathered.ts'
import { lookAt } from './pdf-hidden.ts'
import { type OpenedPage, type Pdfium, signOf } from './pdfium.ts'
import { Unreadable } from '../reading/unreadable.ts'

/** PDFium's codes. */
const passwordError = 4
const launchAction = 4

const end = '%%EOF'

/**
 * A page after it was drawn. Hidden text has moved from `text` to `hidden`; `scan`: the page is a picture,
 * and its text is behind it.
 */
export type CheckedPage = { at: number; page: ExtractedPage; scan: boolean }

/** How far a PDF's reading has come: its whole text, or a page that was drawn since. */
export type PdfProgress = { text: FileOutcome } | { checked: CheckedPage }

/**
 * Reads all text first, then draws each page that has any, to tell hidden text from the rest: whatever ends the drawing,
 * the text is known by then. Throws `Unreadable`.
 */
export function readPdf(bytes: Buffer, pdfium: Pdfium, tell: (progress: PdfProgress) => void): void {
  const place = pdfium.wasmExports.malloc(bytes.length)
  if (place === 0) throw new Unreadable('memory', 'pdf')
  pdfium.HEAPU8.set(bytes, place)
  const document = pdfium._FPDF_LoadMemDocument(place, bytes.length, 0)
  if (document === 0) throw new Unreadable(pdfium._FPDF_GetLastError() === passwordError ? 'password' : 'broken', 'pdf')
  const count = pdfium._FPDF_GetPageCount(document)
  if (count <= 0) throw new Unreadable('broken', 'pdf')
  if (count > readBounds.pages) throw new Unreadable('pages', 'pdf')
  const gathered = new Gathered()
  warnAbout(bytes, document, pdfium, gathered)
  const found: number[] = []
  for (let at = 0; at < count && !gathered.isFull; at += 1) {
    const text = onPage(pdfium, document, at, ({ page, text: textPage }) => {
      gathered.warn('launch', launchesOn(page, pdfium))
      return textOn(textPage, pdfium, gathered.left)
    })
    gathered.add(String(at + 1), text ?? '')
    if (text === undefined) continue
    found.push(at)
  }
  if (found.length === 0) throw new Unreadable('broken', 'pdf')
  if (found.length < count && gathered.isFull) gathered.cut()
  const read = gathered.read('pdf')
  tell({ text: read })
  if (read.outcome !== 'text') return
  for (const [at, { text, label }] of read.pages.entries()) {
    if (text === '') continue
    const look = onPage(pdfium, document, at, (opened) => lookAt(opened, pdfium))
    if (!look) continue
    const page = { label, text: tidy(look.seen).slice(0, text.length) }
    const hidden = tidy(look.hidden).slice(0, text.length)
    tell({ checked: { at, page: { ...page, ...(hidden !== '' && { hidden }) }, scan: look.isScan } })
  }
}

function onPage<T>(pdfium: Pdfium, document: number, at: number, use: (opened: OpenedPage) => T): T | undefined {
  const page = pdfium._FPDF_LoadPage(document, at)
  if (page === 0) return undefined
  const text = pdfium._FPDFText_LoadPage(page)
  try {
    return text === 0 ? undefined : use({ page, text })
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}

function textOn(text: number, pdfium: Pdfium, most: number): string {
  const count = pdfium._FPDFText_CountChars(text)
  const signs: string[] = []
  for (let at = 0; at < count && at <= most; at += 1) signs.push(signOf(pdfium._FPDFText_GetUnicode(text, at)))
  return signs.join('')
}

function warnAbout(bytes: Buffer, document: number, pdfium: Pdfium, gathered: Gathered): void {
  gathered.warn('javascript', pdfium._FPDFDoc_GetJavaScriptActionCount(document))
  gathered.warn('embedded-file', pdfium._FPDFDoc_GetAttachmentCount(document))
  if (pdfium._FPDF_GetFormType(document) > 0) gathered.warn('form')
  if (pdfHeaderAt(bytes) > 0) gathered.warn('bytes-before-header')
  const last = bytes.lastIndexOf(end)
  if (last >= 0 && bytes.subarray(last + end.length).some((byte) => byte > 0x20)) gathered.warn('bytes-after-end')
}

/** Max links of a page that are looked at. */
const mostLinks = 1000

function launchesOn(page: number, pdfium: Pdfium): number {
  const places = pdfium.wasmExports.malloc(8)
  let launches = 0
  try {
    const view = new DataView(pdfium.HEAPU8.buffer, places, 8)
    view.setInt32(0, 0, true)
    for (let at = 0; at < mostLinks && pdfium._FPDFLink_Enumerate(page, places, places + 4) !== 0; at += 1) {
      const link = new DataView(pdfium.HEAPU8.buffer).getInt32(places + 4, true)
      const action = pdfium._FPDFLink_GetAction(link)
      if (action !== 0 && pdfium._FPDFAction_GetType(action) === launchAction) launches += 1
    }
  } finally {
    pdfium.wasmExports.free(places)
  }
  return launches
}
