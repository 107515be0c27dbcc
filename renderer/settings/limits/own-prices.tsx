import { useState, type SubmitEvent } from 'react'
import { price as priceShape, priceKey } from '../../../shared/config/settings.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { settingsModels } from '../../strings/settings-models.ts'
import { useAction, useInOrder } from '../../state/action.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { Note } from '../../ui/note.tsx'
import styles from './own-prices.module.css'
import { LabelledSetting } from '../../ui/fields/setting.tsx'

const { prices: words, cancel } = settingsModels

const formId = 'price-form'

/** The user's own prices, which override the bundled table. */
export function OwnPrices({ block }: { block: string | undefined }) {
  const link = useLink()
  const prices = useHost((state) => state.configured.settings.models.prices)
  const [adding, setAdding] = useState(false)
  const forget = useInOrder((key: string) => link.call('changeSettings', { models: { prices: { [key]: null } } }))
  const all = Object.entries(prices)
  return (
    <LabelledSetting title={words.title} help={words.help}>
      {all.length > 0 && (
        <table className={styles.prices}>
          <thead>
            <tr>
              <th scope="col">{words.model}</th>
              <th scope="col">{words.input}</th>
              <th scope="col">{words.output}</th>
              <th scope="col">
                <span className="sr">{words.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map(([key, { input, output }]) => (
              <tr key={key}>
                <td className="mono">{key}</td>
                <td>{input}</td>
                <td>{output}</td>
                <td>
                  <IconButton
                    size="sm"
                    icon="trash"
                    label={words.forget(key)}
                    unavailable={block}
                    onClick={() => void forget.run(key)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button unavailable={block} onClick={() => setAdding(true)}>
        {words.addOne}
      </Button>
      {forget.problem && <Note kind="no">{forget.problem}</Note>}
      {adding && <PriceForm onClose={() => setAdding(false)} />}
    </LabelledSetting>
  )
}

type Problems = { key?: string; input?: string; output?: string }

function PriceForm({ onClose }: { onClose(): void }) {
  const link = useLink()
  const [draft, setDraft] = useState({ key: '', input: '', output: '' })
  const [problems, setProblems] = useState<Problems>({})
  const focusNext = useFocusNext()
  const save = useAction(async () => {
    const { key, input, output } = draft
    const price = { input: Number(input), output: Number(output) }
    await link.call('changeSettings', { models: { prices: { [key.trim()]: price } } })
    onClose()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const found = problemsIn(draft)
    setProblems(found)
    if (Object.keys(found).length === 0) return void save.run()
    const form = event.currentTarget
    focusNext(() => invalidIn(form))
  }
  const field = (name: keyof typeof draft, label: string, help?: string) => (
    <Field label={label} error={problems[name]} help={help}>
      <TextInput
        className="mono"
        spellCheck={false}
        inputMode={name === 'key' ? 'text' : 'decimal'}
        value={draft[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.target.value })
          setProblems({})
        }}
      />
    </Field>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={words.formTitle}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={save.busy}>
            {words.add}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack gap3 full" onSubmit={submit} noValidate>
        {field('key', words.model, words.modelHelp)}
        <div className={styles.figures}>
          {field('input', words.inputLabel)}
          {field('output', words.outputLabel)}
        </div>
        {save.problem && <Note kind="no">{save.problem}</Note>}
      </form>
    </Dialog>
  )
}

function problemsIn({ key, input, output }: { key: string; input: string; output: string }): Problems {
  const isMoney = (text: string): boolean =>
    text.trim() !== '' && priceShape.shape.input.safeParse(Number(text)).success
  return {
    ...((key.trim() === '' || !priceKey.safeParse(key.trim()).success) && {
      key: words.notAModel,
    }),
    ...(!isMoney(input) && { input: words.notMoney }),
    ...(!isMoney(output) && { output: words.notMoney }),
  }
}
