import type { ReactNode } from 'react'
import type { GapAnswer, Answers, GapQuestion } from '../../../shared/config/candidate.ts'
import { ui } from '../../strings/ui.ts'
import { Plain } from '../third-party/ext.tsx'
import { Field, Select, TextArea, TextInput } from './field.tsx'

const words = ui.questions

type QuestionFieldsProps = {
  questions: readonly GapQuestion[]
  answers: Answers
  /** IDs of questions whose answer is missing or can't be used, with a sentence. */
  problems?: Readonly<Record<string, string>>
  /** A sentence of Atrium's below a question's own help. */
  note?(question: GapQuestion): ReactNode
  onAnswer(id: string, answer: GapAnswer): void
}

/** The values that a server needs before it can be added: one field for each. Labels and helps are third-party text. */
export function QuestionFields({ questions, answers, problems = {}, note, onAnswer }: QuestionFieldsProps) {
  return questions.map((question) => (
    <Field
      key={question.id}
      label={<Plain text={question.label.slice(0, 200)} />}
      help={<Help question={question} note={note?.(question)} />}
      error={problems[question.id]}
      optional={!question.required}
    >
      <Control
        question={question}
        answer={answers[question.id] ?? question.initial ?? ''}
        onAnswer={(answer) => onAnswer(question.id, answer)}
      />
    </Field>
  ))
}

function Help({ question, note }: { question: GapQuestion; note: ReactNode }) {
  const { help, secret, isMultiple, format, min, max } = question
  return (
    <>
      {help !== undefined && <Plain text={help} limit={200} />} {isMultiple && words.onePerLine}{' '}
      {(format === 'folder' || format === 'file') && words.fullPath}{' '}
      {(min !== undefined || max !== undefined) && words.between(min, max)} {secret && words.kept} {note}
    </>
  )
}

type ControlProps = { question: GapQuestion; answer: GapAnswer; onAnswer(answer: GapAnswer): void }

function Control({ question, answer, onAnswer }: ControlProps) {
  const { secret, choices, format, isMultiple, example } = question
  const text = Array.isArray(answer) ? answer.join('\n') : answer
  const options = choices ?? (format === 'boolean' ? ['true', 'false'] : undefined)
  if (isMultiple)
    return (
      <TextArea
        className="mono"
        rows={3}
        spellCheck={false}
        placeholder={example}
        value={text}
        onChange={({ target }) => onAnswer(target.value.split('\n'))}
      />
    )
  if (options && !secret)
    return (
      <Select value={text} onChange={({ target }) => onAnswer(target.value)}>
        {!options.includes(text) && <option value={text}>{text === '' ? words.choose : text}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    )
  return (
    <TextInput
      className="mono"
      type={secret ? 'password' : 'text'}
      inputMode={format === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={example}
      value={text}
      onChange={({ target }) => onAnswer(target.value)}
    />
  )
}
