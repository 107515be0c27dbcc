import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { EndpointAdded } from '../../models/provider/connected.tsx'
import { ServerForm } from '../../servers/edit/server-form.tsx'
import { ReviewSheet } from '../../servers/review/review-sheet.tsx'
import { offeredTools } from '../../state/callable-tools.ts'
import { useHost, useReplica } from '../../state/replica.ts'
import { firstTry, offer, type Example } from '../../state/servers/examples.ts'
import { firstRun } from '../../strings/first-run.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { FolderChoice } from './folder-choice.tsx'
import { usePlayground } from './use-playground.ts'
import { Way, type WayControls } from './way.tsx'
import styles from './tools-step.module.css'

const words = firstRun.tools

/** The second step, once there is a model: what it works with. It ends in a conversation with something to try. */
export function ToolsStep({ block, onSetUp, onBegin, onOther }: WayControls & { onOther(): void }) {
  const replica = useReplica()
  const [isImporting, setImporting] = useState(false)
  const [reviewed, setReviewed] = useState<string[]>()
  const finish = (example?: Example): void => {
    onBegin()
    if (example) offer(example)
  }
  const leaveReview = (): void => {
    const { state } = replica
    const [example] = reviewed?.flatMap((id) => firstTry(state, id) ?? []) ?? []
    setReviewed(undefined)
    if (offeredTools(state).length > 0) finish(example)
  }
  return (
    <Way icon="terminal" title={words.title} recommended>
      <ModelInUse onOther={onOther} />
      <ul className={styles.choices}>
        <Choice icon="folder" title={words.files} help={words.filesHelp}>
          <FolderChoice block={block} onSetUp={onSetUp} onAdded={(id) => setReviewed([id])} />
        </Choice>
        <Choice icon="download" title={words.import} help={words.importHelp}>
          <Button unavailable={block} onClick={() => setImporting(true)}>
            {words.look}
          </Button>
        </Choice>
        <Choice icon="compass" title={words.samples} help={words.samplesHelp}>
          <Samples block={block} onSetUp={onSetUp} onReady={finish} />
        </Choice>
      </ul>
      <Button kind="ghost" onClick={() => finish()}>
        {words.chat}
      </Button>
      {isImporting && (
        <ServerForm
          looks
          onClose={() => setImporting(false)}
          onAdded={(ids) => {
            onSetUp()
            setReviewed(ids)
          }}
        />
      )}
      {reviewed && <ReviewSheet ids={reviewed} onClose={leaveReview} onTry={finish} />}
      {reviewed?.length === 1 && <WhenUsable server={reviewed.join('')} then={finish} />}
    </Way>
  )
}

/** The model of new conversations, and the way back to choose another. */
function ModelInUse({ onOther }: { onOther(): void }) {
  const endpoint = useHost(({ configured }) => configured.settings.models.default?.endpoint)
  const models = useHost((state) => state.models[endpoint ?? '']?.models)
  return (
    <>
      {endpoint !== undefined && models && <EndpointAdded endpoint={endpoint} models={models} />}
      <button type="button" className={styles.other} onClick={onOther}>
        {words.other}
      </button>
    </>
  )
}

type ChoiceProps = { icon: IconName; title: string; help: string; children: ReactNode }

function Choice({ icon, title, help, children }: ChoiceProps) {
  return (
    <li className={styles.choice}>
      <Icon name={icon} size={16} />
      <div>
        <h3 className="medium">{title}</h3>
        <p className="small ink2">{help}</p>
      </div>
      <div className={styles.control}>{children}</div>
    </li>
  )
}

type SamplesProps = Pick<WayControls, 'block' | 'onSetUp'> & { onReady(example?: Example): void }

function Samples({ block, onSetUp, onReady }: SamplesProps) {
  const replica = useReplica()
  const { add, isUnderway } = usePlayground(onSetUp, (id) => onReady(firstTry(replica.state, id)))
  return (
    <>
      <Button busy={isUnderway} unavailable={block} onClick={() => void add.run()}>
        {words.addSamples}
      </Button>
      {add.problem && <FieldError>{add.problem}</FieldError>}
    </>
  )
}

/** A server that was reviewed alone leads on by itself, once its tools can be used. */
function WhenUsable({ server, then }: { server: string; then(example: Example): void }) {
  const replica = useReplica()
  const isUsable = useHost((state) => firstTry(state, server) !== undefined)
  const go = useEffectEvent(() => {
    const example = firstTry(replica.state, server)
    if (example) then(example)
  })
  useEffect(() => {
    if (isUsable) go()
  }, [isUsable])
  return null
}
