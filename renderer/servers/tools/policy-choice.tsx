import type { Policy } from '../../../shared/rules/policy.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Segments } from '../../ui/fields/segments.tsx'

const words = serverTools.policy

type PolicyChoiceProps = {
  label: string
  policy: Policy | undefined
  options: Policy[]
  /** Allowing opens a dialog. */
  limits?: boolean
  onChange(to: Policy): void
}

/** The choice of a tool's policy: Ask, Allow or Off. */
export function PolicyChoice({ label, policy, options, limits = false, onChange }: PolicyChoiceProps) {
  const nameOf = (each: Policy): string => (each === 'allow' && limits ? words.allowLimited : words[each])
  return (
    <Segments
      role="radiogroup"
      label={label}
      items={options.map(nameOf)}
      value={policy === undefined ? '' : nameOf(policy)}
      onChange={(chosen) => onChange(options.find((each) => nameOf(each) === chosen) ?? 'ask')}
    />
  )
}
