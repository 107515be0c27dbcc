import type { ReactNode } from 'react'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { QuestionFields } from '../../ui/fields/question-fields.tsx'
import { Note } from '../../ui/note.tsx'
import { keptQuestions } from '../../state/servers/draft/candidate-draft.ts'
import type { FilledCandidate } from './use-candidate.ts'

const words = serverForm.candidate

type CandidateFormProps = {
  filled: FilledCandidate
  /** Above the fields. */
  children?: ReactNode
  /** The form's ID, if a dialog has its button. */
  id?: string
  /** Why it can't be added yet. */
  unavailable?: string | undefined
}

/** A candidate's name and values, and the button. Afterwards the server's page has the review of its program or URL. */
export function CandidateForm({ filled, children, id, unavailable }: CandidateFormProps) {
  const { candidate, before, answers, answer, problems, block, save } = filled
  const kept = keptQuestions(candidate, before)
  return (
    <form id={id} className="stack gap4" onSubmit={filled.submit} noValidate>
      {children}
      {!before && (
        <Field label={words.name} error={problems.id}>
          <TextInput value={filled.id} maxLength={64} onChange={({ target }) => filled.setId(target.value)} />
        </Field>
      )}
      {candidate.questions.length === 0 && <p className="small ink3">{words.none}</p>}
      <QuestionFields
        questions={candidate.questions}
        answers={answers}
        problems={problems.questions}
        note={(question) => kept.has(question.id) && words.keeps}
        onAnswer={answer}
      />
      {problems.other !== undefined && <Note kind="no">{problems.other}</Note>}
      {id === undefined && save.problem !== undefined && <Note kind="no">{save.problem}</Note>}
      {id === undefined && (
        <div className="row wrap gap3">
          <Button kind="primary" type="submit" busy={save.busy} unavailable={block ?? unavailable}>
            {before ? words.update : words.add}
          </Button>
          <span className="small ink3">{words.next}</span>
        </div>
      )}
    </form>
  )
}
