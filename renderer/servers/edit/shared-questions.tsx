import { unanswered } from '../../../shared/config/candidate.ts'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { QuestionFields } from '../../ui/fields/question-fields.tsx'
import { answerProblems, settledAnswers } from '../../state/servers/draft/candidate-draft.ts'
import type { Import } from '../../state/servers/draft/use-import.ts'

/** The values that the selected servers need, each asked for once. */
export function SharedQuestions({ paste }: { paste: Import }) {
  const { questions, answers, rows, isTried } = paste
  if (questions.length === 0) return null
  const unfit = rows.flatMap((row) => (row.isChosen ? row.unfit : []))
  const given = settledAnswers(questions, answers)
  const noteOf = (id: string): string => {
    const { ids = [], isFromEnvironment = false } = questions.find((it) => it.id === id) ?? {}
    return [
      isFromEnvironment ? serverImport.fromEnvironment : '',
      serverImport.neededBy(ids.slice(0, 6).join(', ')),
    ].join(' ')
  }
  const problems = answerProblems(questions, given, { missing: isTried ? unanswered({ questions }, given) : [], unfit })
  return (
    <section className="stack" aria-label={serverImport.fill}>
      <h4 className="small ink2 medium">{serverImport.fill}</h4>
      <p className="small ink3">{serverImport.fillHelp}</p>
      <QuestionFields
        questions={questions}
        answers={answers}
        problems={problems}
        note={({ id }) => noteOf(id)}
        onAnswer={paste.answer}
      />
    </section>
  )
}
