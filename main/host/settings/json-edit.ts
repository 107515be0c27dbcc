import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

/** Sets a member in the text of a JSON file; undefined removes it. Comments, order, indentation and line ends stay. */
export function editedAt(text: string, path: string[], value: JsonValue | undefined): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyEdits(text, modify(text, path, value, { formattingOptions }))
}

/** The text of a JSON file after a change of its object. */
export function withChanges(text: string, before: JsonObject, after: JsonObject, path: string[] = []): string {
  let next = text
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before, after].map((it) => (Object.hasOwn(it, name) ? it[name] : undefined))
    if (isDeepStrictEqual(was, is)) continue
    const place = [...path, name]
    next = isObject(was) && isObject(is) ? withChanges(next, was, is, place) : editedAt(next, place, is)
  }
  return next
}

/** The text of a JSON file with another name for a member; its value stays as written. */
export function renamedAt(text: string, path: string[], name: string): string {
  const root = parseTree(text)
  const [key] = (root && findNodeAtLocation(root, path)?.parent?.children) ?? []
  return key ? text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length) : text
}
