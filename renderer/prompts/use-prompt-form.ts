import { useEffect, useRef, useState } from 'react'
import type { PromptEntry } from '../../shared/content/listed.ts'
import { HostError } from '../../shared/contract/errors.ts'
import type { GotPrompt } from '../../shared/contract/offer-commands.ts'
import { composerKey } from '../state/composer/attachments.ts'
import { picked } from '../state/composer/picked.ts'
import { useLink } from '../state/replica.ts'
import { prompts } from '../strings/prompts.ts'
import { useAction } from '../state/action.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { keepValues, keptValues } from '../state/prompting.ts'

const words = prompts.form

/** A prompt's result for these argument values. */
type Got = { key: string; got: GotPrompt }

type FormParts = {
  server: string
  entry: PromptEntry
  conversation: string | undefined
  /** The prompt is in the message. */
  onInserted(): void
}

/** Fills in a prompt: its values, their errors, and the server's result for them. */
export function usePromptForm({ server, entry, conversation, onInserted }: FormParts) {
  const link = useLink()
  const [typed, setTyped] = useState(keptValues)
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<Got>()
  const given = givenOf(entry, typed)
  const key = JSON.stringify(given)
  const fetchIt = async (): Promise<GotPrompt> => {
    if (last?.key === key) return last.got
    const got = await link.call('getPrompt', { server, prompt: entry.name, definition: entry.hash, arguments: given })
    setLast({ key, got })
    return got
  }
  const isComplete = (): boolean => {
    const lacks = entry.arguments.filter(({ name, required }) => required && (typed[name] ?? '') === '')
    setMissing(new Set(lacks.map(({ name }) => name)))
    return lacks.length === 0
  }
  const previewing = useAction(fetchIt)
  const inserting = useAction(async () => {
    const got = await fetchIt()
    const refused = picked.add(composerKey(conversation), {
      type: 'prompt',
      handle: got.handle,
      server,
      name: entry.name,
      title: entry.title,
      arguments: given,
      bytes: new TextEncoder().encode(JSON.stringify(got.messages)).length,
      messages: got.messages,
    })
    if (refused !== undefined) throw new HostError('bad-input', refused)
    onInserted()
  })
  const ask = (how: typeof previewing): void => {
    previewing.clear()
    inserting.clear()
    if (isComplete()) void how.run()
  }
  const hasAsked = useRef(false)
  useEffect(() => {
    // A prompt without arguments shows its result at once.
    if (hasAsked.current || entry.arguments.length > 0) return
    hasAsked.current = true
    void previewing.run()
  })
  return {
    typed,
    change: (name: string, value: string): void => {
      const next = { ...typed, [name]: value }
      setTyped(next)
      keepValues(next)
      setMissing((now) => new Set([...now].filter((other) => other !== name)))
    },
    /** The error at an argument's field. */
    errorOf: (name: string): string | undefined => (missing.has(name) ? words.needed(plainLabel(name, 60)) : undefined),
    preview: (): void => ask(previewing),
    insert: (): void => ask(inserting),
    isAsking: previewing.busy,
    isInserting: inserting.busy,
    problem: previewing.problem ?? inserting.problem,
    got: last?.got,
    /** The result is for other values than the current ones. */
    isOlder: last !== undefined && last.key !== key,
  }
}

/** The arguments to send: in the definition's order, without empty optional ones. */
const givenOf = (entry: PromptEntry, typed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    entry.arguments.flatMap(({ name }) => {
      const value = typed[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
