import type { JudgedApp } from '../../../shared/content/judged-app.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { head } from '../../../shared/text/clip.ts'
import { sha256 } from '../base/hash.ts'
import { appType } from '../mcp/protocol/negotiation.ts'
import { readResource } from '../mcp/requests/read-resource.ts'
import type { SoundContent } from '../mcp/results/resource-contents.ts'
import { contentPolicyOf, domainsIn } from './app-policy.ts'
import { appWords as words } from './words.ts'

/** Max bytes of an app. */
const mostBytes = 8 * 1024 * 1024

/** Only comments can come first: with anything else there, a browser wouldn't read an HTML5 document. */
const opening = /^\uFEFF?\s*(?:<!--[\s\S]{0,4000}?-->\s*){0,8}<(?:!doctype\s+html|html)[\s>]/i

type Asked = Parameters<typeof readResource>[0]

/** An app with its document. */
export type ReadApp = { app: JudgedApp; html: string }

/**
 * Reads an app from its tool's own server and judges what it asks for. `problem` says in one sentence why it can't be
 * used.
 */
export async function readApp(
  server: Asked,
  uri: string,
  { name, signal }: { name: string; signal?: AbortSignal },
): Promise<ReadApp | { problem: string }> {
  const read = await readResource(server, uri, { name, ...(signal && { signal }) })
  if ('problem' in read) return { problem: read.problem }
  const content = read.contents.find((it) => it.uri === uri)
  if (!content) return { problem: read.problems[0] ?? words.notThere(name) }
  if (content.mimeType?.toLowerCase().replaceAll(/\s/g, '') !== appType) return { problem: words.otherType(name) }
  const html = textOf(content)
  if (html === undefined) return { problem: words.notText(name) }
  const bytes = Buffer.byteLength(html)
  if (bytes > mostBytes) return { problem: words.tooLarge(name) }
  if (!opening.test(html.slice(0, 64 * 1024))) return { problem: words.notHtml(name) }
  const ui = content.ui ?? {}
  const { domains, leftOut } = domainsIn(ui)
  const permissions = isObject(ui['permissions']) ? Object.keys(ui['permissions']).slice(0, 16) : []
  const app = {
    uri,
    hash: sha256(html),
    bytes,
    domains,
    leftOut,
    permissions: permissions.map((it) => head(it, 40)),
    policy: contentPolicyOf(domains),
  }
  return { app, html }
}

/** A document's text; undefined if its bytes aren't UTF-8. */
function textOf(content: SoundContent): string | undefined {
  if ('text' in content) return content.text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(content.blob, 'base64'))
  } catch {
    return undefined
  }
}
