import { useState } from 'react'
import type { GapAnswer, Answers } from '../../../shared/config/candidate.ts'
import type { Starter } from '../../../shared/config/starters.ts'
import { commandLine } from '../../../shared/text/command-line.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { starterWords } from '../../strings/servers/starters.ts'
import { QuestionFields } from '../../ui/fields/question-fields.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { draftOfCandidate } from '../../state/servers/draft/candidate-draft.ts'
import { argumentsOf } from '../../state/servers/draft/server-draft.ts'
import { candidateOfStarter } from '../../state/servers/draft/starter-draft.ts'
import { classes } from '../../ui/classes.ts'
import styles from './starters.module.css'

const words = serverForm.starters

/** Starters shown before all of them are asked for. */
const shownFirst = 6

/** Known servers, each with what it does. */
export function Starters({ found, onPick }: { found: Starter[]; onPick(starter: Starter): void }) {
  const [isAll, setAll] = useState(false)
  if (found.length === 0) return null
  const shown = isAll ? found : found.slice(0, shownFirst)
  return (
    <section className="stack" aria-labelledby="starters">
      <h3 id="starters" className="small ink2 medium">
        {words.title}
      </h3>
      <ul className={styles.starters}>
        {shown.map((starter) => (
          <li key={starter.id}>
            <button type="button" className={styles.starter} onClick={() => onPick(starter)}>
              <span className="medium">{starterWords[starter.id].title}</span>
              <span className={classes('small ink3', styles.does)}>{starterWords[starter.id].does}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <MoreButton onClick={() => setAll(true)}>{words.showAll(found.length)}</MoreButton>
      )}
    </section>
  )
}

/** A starter as a candidate, with the user's answers so far. */
export function useStarter(starter: Starter | undefined, taken: readonly string[]) {
  const [answers, setAnswers] = useState<Answers>({})
  const candidate = starter && candidateOfStarter(starter, taken)
  return {
    starter,
    candidate,
    answers,
    filled: candidate && draftOfCandidate(candidate, answers),
    answer: (id: string, answer: GapAnswer) => setAnswers((known) => ({ ...known, [id]: answer })),
    clear: () => setAnswers({}),
  }
}

/** `isTried`: the user tried to add it, so fields without a value say so. */
type StarterFieldsProps = { starting: ReturnType<typeof useStarter>; isTried: boolean }

/** One starter: its purpose, the values it asks for, and the resulting command or URL. */
export function StarterFields({ starting, isTried }: StarterFieldsProps) {
  const { starter, candidate, answers, filled, answer } = starting
  if (!starter || !candidate || !filled) return null
  const { draft } = filled
  return (
    <>
      <p>
        {starterWords[starter.id].does} <span className="small ink3">{words.by(starterWords[starter.id].by)}</span>
      </p>
      <QuestionFields
        questions={candidate.questions}
        answers={answers}
        problems={isTried ? filled.problems : {}}
        onAnswer={answer}
      />
      <div className="stack gap1 well fs-small breaks">
        <span className="small ink2 medium">{draft.kind === 'http' ? words.connects : words.runs}</span>
        <code>
          <Plain
            text={draft.kind === 'http' ? draft.url : commandLine({ command: draft.command, args: argumentsOf(draft) })}
            limit={2000}
          />
        </code>
      </div>
    </>
  )
}
