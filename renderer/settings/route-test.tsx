import { type SubmitEvent, useState } from 'react'
import type { KnownRoute, TriedStep } from '../../shared/config/network.ts'
import { useAction } from '../state/action.ts'
import { useLink } from '../state/replica.ts'
import { network } from '../strings/settings/network.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { FieldError, TextInput } from '../ui/fields/field.tsx'
import { LabelledSetting } from '../ui/fields/setting.tsx'
import { Icon } from '../ui/icon.tsx'
import { Word } from '../ui/third-party/ext.tsx'
import facts from './facts.module.css'

const words = network.test

type Tried = { url: string; route: KnownRoute; steps: TriedStep[] }

/** Goes to a place step by step; `url` is the first suggestion. */
export function RouteTest({ url, block }: { url: string; block: string | undefined }) {
  const link = useLink()
  const [typed, type] = useState<string>()
  const [tried, setTried] = useState<Tried>()
  const text = (typed ?? url).trim()
  const isUrl = /^https?:\/\/./i.test(text) && URL.canParse(text)
  const test = useAction(async () => setTried({ url: text, ...(await link.call('tryRoute', { url: text })) }))
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isUrl && block === undefined) void test.run()
  }
  return (
    <LabelledSetting title={words.title} help={words.help}>
      <form className="row wrap" onSubmit={submit} noValidate>
        <TextInput
          aria-label={words.field}
          type="url"
          spellCheck={false}
          value={typed ?? url}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" busy={test.busy} unavailable={block ?? (isUrl ? undefined : words.wrong)}>
          {words.run}
        </Button>
      </form>
      {test.problem !== undefined && <FieldError>{test.problem}</FieldError>}
      <span role="status" className="small ink3">
        {test.busy ? words.stop : tried && `${new URL(tried.url).host}: ${network.way(tried.route)}`}
      </span>
      {tried && !test.busy && (
        <ul className={facts.list} aria-label={words.steps}>
          {tried.steps.map((step) => (
            <StepRow key={step.step} {...step} />
          ))}
        </ul>
      )}
    </LabelledSetting>
  )
}

const StepRow = ({ step, outcome, text, ms }: TriedStep) => (
  <li className={facts.row}>
    <span className={classes(facts.sign, outcome === 'ok' && facts.fine, outcome === 'failed' && facts.problem)}>
      {outcome === 'ok' && <Icon name="check" />}
      {outcome === 'failed' && <Icon name="warning" />}
      {outcome === 'not-tried' && <Icon name="info" />}
    </span>
    <span className={facts.words}>
      <span className={facts.name}>
        {words.names[step]}
        {outcome !== 'ok' && <span className="ink3">, {words.outcomes[outcome]}</span>}
      </span>
      {text !== undefined && (
        <span className={facts.detail}>
          <Word text={text} />
        </span>
      )}
    </span>
    {ms !== undefined && <span className={facts.value}>{words.ms(ms)}</span>}
  </li>
)
