import { lessonMs } from '../../../shared/state/model-facts.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useNow } from '../../state/use-now.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { formatMoment } from '../../strings/format/time.ts'
import { providers } from '../../strings/providers.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'

const words = providers.learned

/** The forms of requests that an endpoint refused within the last day, each with its reason. */
export function AdjustedRequests({ endpoint }: { endpoint: string }) {
  const link = useLink()
  const all = useHost((state) => state.lessons?.[endpoint])
  const forget = useAction(() => link.call('forgetLessons', { endpoint }))
  const now = useNow(60_000)
  const lessons = all?.filter(({ at }) => now - at < lessonMs) ?? []
  if (lessons.length === 0) return null
  return (
    <Fold label={words.title}>
      <div className="stack">
        <p className="small breaks ink3 num">{words.help}</p>
        <ul className="stack gap1 bullets small">
          {lessons.map(({ model, feature, reason, at }) => (
            <li key={`${feature} ${model}`}>
              {plainLabel(reason, 300)}{' '}
              <span className="small breaks ink3 num">{words.lesson(plainLabel(model, 60), formatMoment(at))}</span>
            </li>
          ))}
        </ul>
        {forget.problem && <FieldError>{forget.problem}</FieldError>}
        <div className="row wrap">
          <Button size="sm" busy={forget.busy} onClick={() => void forget.run()}>
            {words.forget}
          </Button>
        </div>
      </div>
    </Fold>
  )
}
