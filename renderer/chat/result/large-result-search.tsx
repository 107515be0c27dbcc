import { useEffect, useState } from 'react'
import type { Result as Answer } from '../../../shared/contract/commands.ts'
import type { ResultMatch } from '../../../shared/contract/result-commands.ts'
import { useLink } from '../../state/replica.ts'
import { results } from '../../strings/results.ts'
import { problemOf } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { LargeResultText } from './large-result-text.tsx'
import styles from './large-result.module.css'

const words = results.large

/** Milliseconds without typing before the search starts. */
const searchAfterMs = 250
const longest = 200
/** How many characters of a match's surroundings show at first. */
const context = 2000

type Found = Answer<'searchResult'> & { words: string }
type Reading = { at: number; text: string }

type SearchProps = { hash: string; from: string; characters: number }

/** Searches a whole result, and reads on from any match. */
export function LargeResultSearch({ hash, from, characters }: SearchProps) {
  const link = useLink()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState<Reading>()
  const refused = (error: unknown): void => setProblem(problemOf(error))
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === '') return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      link.call('searchResult', { hash, words: wanted }).then(
        (answer) => isCurrent && setFound({ ...answer, words: wanted }),
        (error: unknown) => isCurrent && setProblem(problemOf(error)),
      )
    }, searchAfterMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [link, hash, wanted])
  const more = ({ matches, words: these }: Found): void => {
    const next = (matches.at(-1)?.at ?? 0) + 1
    link
      .call('searchResult', { hash, words: these, from: next })
      .then((answer) => setFound({ ...answer, matches: [...matches, ...answer.matches], words: these }), refused)
  }
  const read = (at: number): void =>
    void link
      .call('readResultText', { hash, from: at, limit: context })
      .then(({ text }) => setReading({ at, text }), refused)
  const shown = wanted === '' ? undefined : found
  return (
    <div className="stack">
      <div className={styles.field}>
        <Icon name="search" size={14} />
        <input
          type="search"
          className={styles.input}
          aria-label={words.search}
          placeholder={words.search}
          maxLength={longest}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p className={styles.words} role="status">
        {wanted !== '' && verdict(shown, wanted)}
      </p>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {shown && shown.matches.length > 0 && (
        <Matches found={shown} from={from} onRead={read} onMore={() => more(shown)} />
      )}
      {shown && reading && (
        <LargeResultText
          key={reading.at}
          hash={hash}
          from={from}
          start={reading.at}
          characters={characters}
          begun={reading.text}
        />
      )}
    </div>
  )
}

function verdict(found: Found | undefined, wanted: string): string {
  if (found?.words !== wanted) return words.searching
  const { matches, more } = found
  if (matches.length === 0) return words.notFound(wanted)
  return more ? words.foundFirst(matches.length) : words.found(matches.length)
}

type MatchesProps = { found: Found; from: string; onRead(at: number): void; onMore(): void }

function Matches({ found: { matches, more }, from, onRead, onMore }: MatchesProps) {
  return (
    <Ext from={from}>
      <ul className={styles.matches} aria-label={words.matches} tabIndex={0}>
        {matches.map((match) => (
          <Match key={match.at} match={match} onRead={onRead} />
        ))}
        {more && (
          <li>
            <Button size="sm" onClick={onMore}>
              {words.more}
            </Button>
          </li>
        )}
      </ul>
    </Ext>
  )
}

const Match = ({ match: { at, before, match, after }, onRead }: { match: ResultMatch; onRead(at: number): void }) => (
  <li className="stack gap05 start">
    <span className={styles.place}>
      <Plain text={before} />
      <mark className={styles.mark}>
        <Plain text={match} />
      </mark>
      <Plain text={after} />
    </span>
    <Button size="sm" kind="ghost" onClick={() => onRead(at)}>
      {words.readAt(at)}
    </Button>
  </li>
)
