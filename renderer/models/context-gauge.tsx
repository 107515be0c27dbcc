import { contextUsed, costOfTurns } from '../../shared/costs/costs.ts'
import { useAnsweringModel } from '../state/models/answering.ts'
import { contextOf } from '../../shared/state/known-model.ts'
import { useOpenConversation } from '../state/chat/transcript.ts'
import { showNextRequest } from '../state/chat/next-request.ts'
import { useHost } from '../state/replica.ts'
import { models as modelsWords } from '../strings/models.ts'
import styles from './context-gauge.module.css'
import { costInWords } from '../state/models/money.ts'

const words = modelsWords.gauge

/** How full the model's context is after the last answer, and the conversation's cost so far. */
export function ContextGauge() {
  const open = useOpenConversation()
  const answers = useAnsweringModel()
  const models = useHost((state) => state.configured.settings.models)
  const limit = useHost((state) => (answers ? contextOf(answers, state.models, state.configured.settings.models) : 0))
  if (!open || open.turns.length === 0) return null
  const used = contextUsed([...open.turns], open)
  // Other branches were paid for, too.
  const cost = costOfTurns([...open.allTurns], models, open)
  const isReported = cost.reported === cost.priced
  const hasMeter = used !== undefined && limit > 0
  if (!hasMeter && cost.priced === 0) return null
  return (
    <button
      type="button"
      className={styles.gauge}
      aria-haspopup="dialog"
      aria-description={modelsWords.request.open}
      onClick={() => showNextRequest(true)}
    >
      {cost.priced > 0 && (
        <span className={styles.cost} title={isReported ? words.reported : words.cost}>
          <span className="sr">{isReported ? words.reportedBefore : words.costBefore}</span>
          {costInWords(cost)}
        </span>
      )}
      {hasMeter && <Meter used={used} limit={limit} />}
    </button>
  )
}

function Meter({ used, limit }: { used: number; limit: number }) {
  const percent = Math.min(100, Math.round((used / limit) * 100))
  const share = percent === 0 && used > 0 ? words.underOnePercent : `${percent}%`
  const meaning = words.used(used, limit)
  return (
    <span className={styles.meter} title={meaning}>
      <span aria-hidden className={styles.share}>
        {share}
      </span>
      <meter
        className={styles.bar}
        min={0}
        max={limit}
        high={limit * 0.8}
        value={Math.min(used, limit)}
        aria-label={meaning}
      />
    </span>
  )
}
