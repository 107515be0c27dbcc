import { beginsAsPdf, bytesOf, readPdf } from '../fake-model/files.mjs'
import { S, isObj } from '../fake-model/values.mjs'
import { bad, extra } from './errors.mjs'

/** Documents: their sources, and what all of a request's together must keep to. */

/** Tokens of a page's picture; its text, which costs up to half as much again, isn't looked for. */
const tokensOfPage = 1600
const longestTitle = 500

const fields = {
  base64: S('type', 'data', 'media_type'),
  text: S('type', 'data', 'media_type'),
  content: S('type', 'content'),
  url: S('type', 'url'),
  file: S('type', 'file_id'),
}

/** The pages of sources that were checked. */
const known = new WeakMap()

/** A document's tokens if they aren't those of its text. */
export const documentTokens = ({ source }) => {
  const pages = known.get(source)
  return pages === undefined ? undefined : pages * tokensOfPage
}

/** Checks a document by itself; `tools` has the checks that all blocks share. */
export function checkDocument(b, at, ctx, { checkBlock, str, tagError }) {
  const s = b.source
  if (!isObj(s)) bad(`${at}.source: Field required`)
  if (!fields[s.type]) tagError(`${at}.source`, s.type, Object.keys(fields).sort())
  extra(s, fields[s.type], `${at}.source.${s.type}`)
  if (b.title != null) {
    str(b.title, `${at}.title`)
    if (b.title.length > longestTitle) bad(`${at}.title: String should have at most ${longestTitle} characters`) // [guess]
  }
  if (b.context != null) str(b.context, `${at}.context`)
  if (b.citations != null) {
    extra(b.citations, S('enabled'), `${at}.citations`)
    if (b.citations.enabled !== undefined && typeof b.citations.enabled !== 'boolean')
      bad(`${at}.citations.enabled: Input should be a valid boolean`)
  }
  const document = { at, cites: b.citations?.enabled === true, pages: 0 }
  ctx.documents.push(document)
  if (s.type === 'base64') document.pages = checkPdf(s, `${at}.source.base64`, ctx)
  if (s.type === 'text') {
    if (s.media_type !== 'text/plain') bad(`${at}.source.text.media_type: Input should be 'text/plain'`)
    str(s.data, `${at}.source.text.data`)
    if (!s.data) bad(`${at}.source.text.data: String should have at least 1 character`)
  }
  if (s.type === 'content' && typeof s.content !== 'string') {
    if (!Array.isArray(s.content) || !s.content.length)
      bad(`${at}.source.content.content: List should have at least 1 item after validation, not 0`)
    s.content.forEach((c, k) => {
      if (c?.type !== 'text' && c?.type !== 'image')
        tagError(`${at}.source.content.content.${k}`, c?.type, ['image', 'text'])
      checkBlock(c, `${at}.source.content.content.${k}`, ctx, 'user', true)
    })
  }
}

/** Checks the bytes of a PDF, and returns its pages. */
function checkPdf(s, at, { readsPdf }) {
  if (s.media_type !== 'application/pdf') bad(`${at}.media_type: Input should be 'application/pdf'`) // [seen]
  const bytes = bytesOf(s.data)
  if (!bytes) bad(`${at}.data: Invalid base64 data`)
  if (!beginsAsPdf(bytes)) bad(`${at}.data: The PDF specified was not valid.`) // [seen]
  const pdf = readPdf(bytes)
  if (!pdf || !readsPdf) bad('Could not process PDF') // [seen]
  if (pdf.locked) bad(`${at}.data: The PDF specified is password protected.`) // [seen]
  known.set(s, pdf.pages)
  return pdf.pages
}

/** Checks the limits of all documents of a request, those of earlier turns and of results included. */
export function checkDocuments({ documents }, model) {
  const pages = documents.reduce((sum, document) => sum + document.pages, 0)
  const [first] = documents.filter((document) => document.pages > 0)
  if (first && !model.pdf) bad(`${first.at}: '${model.id}' does not support PDF input.`) // [guess]
  const most = model.ctx < 1_000_000 ? 100 : 600
  if (pages > most) bad(`A maximum of ${most} PDF pages may be provided.`) // [seen]
  if (new Set(documents.map(({ cites }) => cites)).size > 1)
    bad('messages: citations must be enabled on all or none of the documents in a request') // documented; text [guess]
}
