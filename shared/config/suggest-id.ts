import { hostOf } from '../text/hosts.ts'
import { isLoopbackHost } from './server-config.ts'

const runners = /^(npx|npm|pnpm|yarn|bunx?|node|deno|uvx?|python3?|docker|podman|run|exec|dlx|x|-.*)$/

/** A short name from the package or program in a command line. */
export function idOfWords(words: string[]): string {
  const subject = words.find((word) => !runners.test(word.split(/[/\\]/).at(-1) ?? '')) ?? words[0] ?? ''
  const last = subject.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  return idOfText(
    last
      .replace(/@[\w.^~-]+$|:[\w.-]+$/, '')
      .replace(/\.(m?[jt]s|py|exe)$/, '')
      .replace(/^(mcp-)?server-|^mcp-|-mcp(-server)?$/g, ''),
  )
}

/** A short name from a URL's host: the part that is neither a top-level domain nor generic. */
export function idOfAddress(address: string): string {
  const name = hostOf(address.trim()) ?? ''
  if (isLoopbackHost(name) || /^[\d.]+$|^\[/.test(name)) return idOfText(name)
  const labels = name.split('.')
  const telling = labels.slice(0, -1).filter((label) => !/^(www|api|mcp|com?|org|net|ac|gov)$/.test(label))
  return idOfText(telling.at(-1) ?? name)
}

/** A text without characters that a server's ID can't have. */
export const idOfText = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9 ._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
    .replace(/[ .-]+$/, '')

/** The ID, or with a number if another server has it. */
export function freeId(wanted: string, names: ReadonlySet<string>): string {
  if (!names.has(wanted)) return wanted
  let n = 2
  while (names.has(`${wanted.slice(0, 60)} ${n}`)) n++
  return `${wanted.slice(0, 60)} ${n}`
}
