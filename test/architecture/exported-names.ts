import type { Source } from './sources.ts'

/** Names that several files can export, each with the reason. A new entry needs one meaning in all of its files. */
export const sharedNames: Record<string, string> = {
  Answer: 'what the user enters, whether a server is set up or asks',
  CheckedPassport: 'the component shows the value',
  Claims: 'the component shows the value',
  ModelList: 'the component shows the value',
  MovedSecrets: 'the component shows the value',
  PageAddress: 'the component shows the value',
  Question: 'what the user is asked, whether a server is set up or asks',
  ResultPart: 'the component shows the value',
  RuleTrial: 'the component shows the value',
  ServerAsk: 'the component shows the value',
  SlashMenu: 'the component shows the value',
  TurnEnd: 'the component shows the value',
}

/** Names of code that is being replaced by what has the same name; take each away with its older file. */
export const replacedNames = [
  'Inputs',
  'Surroundings',
  'freeId',
  'idOfAddress',
  'idOfText',
  'idOfWords',
  'readEntry',
  'textOf',
  'twinOf',
]

const declaration = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

/** The files that export each name, for names with more than one. Re-exports don't count. */
export function namesInSeveralFiles(sources: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declaration)) files.set(name, (files.get(name) ?? new Set()).add(file))
  return new Map([...files].filter(([, { size }]) => size > 1).map(([name, all]) => [name, [...all]]))
}
