import { useState } from 'react'
import type { CheckedPart, Checkup, PartHealth } from '../../shared/contract/checkup.ts'
import { useAction } from '../state/action.ts'
import { useLink } from '../state/replica.ts'
import { settings } from '../strings/settings.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import facts from './facts.module.css'
import { SettingGroup } from '../ui/fields/setting.tsx'

const words = settings.installation

/** Checks this installation on request: what is fine, what isn't, and what to do. */
export function InstallationPart() {
  const link = useLink()
  const [found, setFound] = useState<Checkup>()
  const check = useAction(async () =>
    setFound(await link.call('checkInstallation', { browser: navigator.userAgent.slice(0, 300) })),
  )
  return (
    <SettingGroup title={settings.parts.installation} lede={words.lede}>
      <div className={facts.head}>
        <Button kind="primary" busy={check.busy} onClick={() => void check.run()}>
          {found ? words.again : words.check}
        </Button>
        {found && <CopyButton label={words.copy} text={() => found.report} />}
        <span role="status">{check.busy ? words.checking : found && sumOf(found.parts)}</span>
      </div>
      {check.problem !== undefined && <FieldError>{check.problem}</FieldError>}
      {found && (
        <ul className={facts.list} aria-label={words.findings}>
          {found.parts.map((part) => (
            <PartRow key={part.part} part={part} />
          ))}
        </ul>
      )}
    </SettingGroup>
  )
}

const PartRow = ({ part: { title, health, text, advice } }: { part: CheckedPart }) => (
  <li className={facts.row}>
    <span className={classes(facts.sign, facts[health])}>
      {health === 'fine' && <Icon name="check" />}
      {health === 'notice' && <Icon name="info" />}
      {health === 'problem' && <Icon name="warning" />}
    </span>
    <span className={facts.words}>
      <span className={facts.name}>
        {title}
        {health !== 'fine' && <span className={facts[health]}>, {words.health[health]}</span>}
      </span>
      <span className={facts.detail}>{text}</span>
      {advice !== undefined && <span className={facts.advice}>{advice}</span>}
    </span>
  </li>
)

function sumOf(parts: CheckedPart[]): string {
  const count = (wanted: PartHealth): number => parts.filter(({ health }) => health === wanted).length
  return words.sum(count('problem'), count('notice'))
}
