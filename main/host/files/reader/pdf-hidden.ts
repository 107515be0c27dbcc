import { type OpenedPage, type Pdfium, signOf } from './pdfium.ts'

/** Pixels per point of the drawn page, and max pixels of a side. */
const scale = 1.5
const widest = 2000
/** How much lighter or darker one pixel of a sign's box must be than another, of 255. */
const contrast = 40
/** Max points of an unreadable sign's height. */
const tiny = 1.2
/** Letters and digits in a row that are text; fewer are lone signs. */
const fewest = 3
/** Pictures over this part of a page make it a scan. */
const scanned = 0.5
const imageObject = 3
const bgra = 4

/** A page's text by whether it can be seen. `isScan`: a picture covers it, and its text, kept in `seen`, is behind it. */
export type Look = { seen: string; hidden: string; isScan: boolean }

/** Spaces and low signs have too few pixels to tell; they go with their neighbours. */
const neutral = /[\s\p{Cc}\p{Cf}\p{P}\p{S}\p{M}]/v
const letter = /[\p{L}\p{N}]/v

/** Draws a page, and looks in the box of each sign for pixels that differ. */
export function lookAt({ page, text }: OpenedPage, pdfium: Pdfium): Look {
  const drawn = draw(page, pdfium)
  const boxes = pdfium.wasmExports.malloc(40)
  try {
    const signs: { sign: string; isSeen: boolean | undefined }[] = []
    const count = pdfium._FPDFText_CountChars(text)
    for (let at = 0; at < count; at += 1) {
      const sign = signOf(pdfium._FPDFText_GetUnicode(text, at))
      const isNeutral = sign === '' || neutral.test(sign) || pdfium._FPDFText_IsGenerated(text, at) === 1
      signs.push({ sign, isSeen: isNeutral ? undefined : isSeen({ page, text, at, boxes }, pdfium, drawn) })
    }
    return sorted(signs, page, pdfium)
  } finally {
    pdfium.wasmExports.free(boxes)
    pdfium._FPDFBitmap_Destroy(drawn.bitmap)
  }
}

type Drawn = { bitmap: number; width: number; height: number; start: number; stride: number }

/** White, with everything that is drawn on the page but its form's fields. */
function draw(page: number, pdfium: Pdfium): Drawn {
  const [wide, high] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)]
  const by = Math.min(scale, widest / Math.max(wide, high, 1))
  const [width, height] = [Math.max(1, Math.floor(wide * by)), Math.max(1, Math.floor(high * by))]
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgra, 0, 0)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const [start, stride] = [pdfium._FPDFBitmap_GetBuffer(bitmap), pdfium._FPDFBitmap_GetStride(bitmap)]
  return { bitmap, width, height, start, stride }
}

type Sign = { page: number; text: number; at: number; boxes: number }

function isSeen({ page, text, at, boxes }: Sign, pdfium: Pdfium, drawn: Drawn): boolean {
  if (pdfium._FPDFText_GetCharBox(text, at, boxes, boxes + 8, boxes + 16, boxes + 24) === 0) return false
  const view = new DataView(pdfium.HEAPU8.buffer)
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((by) => view.getFloat64(boxes + by, true))
  if (!(Math.abs(top - bottom) > tiny || Math.abs(right - left) > 2 * tiny)) return false
  const pixel = (x: number, y: number): [x: number, y: number] => {
    pdfium._FPDF_PageToDevice(page, 0, 0, drawn.width, drawn.height, 0, x, y, boxes + 32, boxes + 36)
    return [view.getInt32(boxes + 32, true), view.getInt32(boxes + 36, true)]
  }
  const [[x1, y1], [x2, y2]] = [pixel(left, top), pixel(right, bottom)]
  return differs(pdfium.HEAPU8, drawn, {
    left: Math.max(0, Math.min(x1, x2)),
    right: Math.min(drawn.width - 1, Math.max(x1, x2)),
    top: Math.max(0, Math.min(y1, y2)),
    bottom: Math.min(drawn.height - 1, Math.max(y1, y2)),
  })
}

type Pixels = { left: number; right: number; top: number; bottom: number }

function differs(heap: Uint8Array, { start, stride }: Drawn, { left, right, top, bottom }: Pixels): boolean {
  let [least, most] = [255, 0]
  for (let y = top; y <= bottom; y += 1)
    for (let at = start + y * stride + left * 4, last = start + y * stride + right * 4; at <= last; at += 4) {
      const light = 0.114 * (heap[at] ?? 0) + 0.587 * (heap[at + 1] ?? 0) + 0.299 * (heap[at + 2] ?? 0)
      if (light < least) least = light
      if (light > most) most = light
      if (most - least > contrast) return true
    }
  return false
}

/** Signs between two hidden ones are hidden too; a few letters alone are not, whatever their pixels say. */
function sorted(signs: { sign: string; isSeen: boolean | undefined }[], page: number, pdfium: Pdfium): Look {
  const parts: { text: string; isHidden: boolean }[] = []
  let seen = 0
  let from = 0
  while (from < signs.length) {
    const isHidden = signs[from]?.isSeen === false
    let to = from + 1
    let last = to
    for (; to < signs.length && (signs[to]?.isSeen === undefined || signs[to]?.isSeen === !isHidden); to += 1)
      if (signs[to]?.isSeen !== undefined) last = to + 1
    // Signs right behind a hidden one belong to it; the space behind them, to what comes next.
    if (isHidden) while (last < to && /\S/.test(signs[last]?.sign ?? '')) last += 1
    const until = isHidden ? last : to
    const text = signs.slice(from, until).reduce((all, { sign }) => all + sign, '')
    const letters = [...text].filter((sign) => letter.test(sign)).length
    const counts = isHidden && letters >= fewest
    if (!isHidden) seen += letters
    parts.push({ text, isHidden: counts })
    from = until
  }
  const all = (hidden: boolean): string =>
    parts.flatMap((part) => (part.isHidden === hidden ? [part.text] : [])).join(hidden ? '\n' : '')
  const hidden = all(true)
  const isScan = hidden !== '' && seen === 0 && isPicture(page, pdfium)
  return isScan
    ? { seen: parts.map(({ text }) => text).join(''), hidden: '', isScan }
    : { seen: all(false), hidden, isScan }
}

/** Max objects of a page that are looked at. */
const mostObjects = 1000

function isPicture(page: number, pdfium: Pdfium): boolean {
  const area = pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page)
  const places = pdfium.wasmExports.malloc(16)
  try {
    for (let at = 0; at < Math.min(mostObjects, pdfium._FPDFPage_CountObjects(page)); at += 1) {
      const object = pdfium._FPDFPage_GetObject(page, at)
      if (pdfium._FPDFPageObj_GetType(object) !== imageObject) continue
      if (pdfium._FPDFPageObj_GetBounds(object, places, places + 4, places + 8, places + 12) === 0) continue
      const view = new DataView(pdfium.HEAPU8.buffer, places, 16)
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((by) => view.getFloat32(by, true))
      if ((right - left) * (top - bottom) > scanned * area) return true
    }
    return false
  } finally {
    pdfium.wasmExports.free(places)
  }
}
