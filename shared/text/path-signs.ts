/** An absolute path, or one from a home or working folder. If it doesn't fit, its end says the most. */
export const isPath = (text: string): boolean => /^(?:~?\/|\.{1,2}\/|[a-z]:[\\/]|\\\\)\S/i.test(text)

/** A text as a program reads that decodes its percent signs and ignores width. */
export const asDecoded = (text: string): string =>
  text.replaceAll(encoded, (run) => decodedRun(run) ?? run).normalize('NFKC')

const encoded = /(?:%[\da-f]{2})+/gi

function decodedRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run)
  } catch {
    return undefined
  }
}

/** Signs in whose place a program may put another text: commands, variables, choices, encoded signs of paths. */
const standIns =
  /[`{}∖⧵∕⧸]|(?<!\d)⁄|⁄(?!\d)|\$[\w{(@*#?!$'"-]|%(?![\da-f]{2})\w+%|%u[\da-f]{4}|%(?:2[ef5]|5c|7[ef]|[01][\da-f])|\.\.;|\.\.[¥₩]|[¥₩]\.\.|(?![\t\n\r])\p{Cc}/iu

/** Signs in whose place a program may put any name that exists. */
export const patternSigns = /[*?[\]]/

/** Whether a program could put something else in place of a part of a text, except for patterns. */
export const hasStandIn = (text: string): boolean =>
  [text, asDecoded(text)].some((it) => standIns.test(it)) ||
  [...text.matchAll(encoded)].some(([run]) => decodedRun(run) === undefined)

/** Whether programs could read a text as a pattern for names. */
export const hasPattern = (text: string): boolean => asDecoded(text).search(patternSigns) !== -1

/** A line's end, or a second path after what separates paths. */
const secondPath = /[\p{Cc}\u2028\u2029]|(?<!^[a-z])[\s,:;|][/\\~]/iu
/** A name of dots and of what programs drop, that isn't exactly one or two dots. */
const dropsToDots = /(?:^|[/\\])(?!\.{1,2}(?:[/\\]|$))[\s\p{DI}\p{Cf}]*\.[.\s\p{DI}\p{Cf}]*(?:[/\\]|$)/u

/** Whether programs could read a path as several, or one of its names as another. */
export const isSeveral = (path: string): boolean =>
  [path, asDecoded(path)].some((it) => secondPath.test(it) || dropsToDots.test(it))
