import { useMemo } from 'react'
import { inForce, type Rule } from '../../shared/rules/rules.ts'
import { useHost, type Replica } from './replica.ts'
import { useNow } from './use-now.ts'

const minute = 60_000

/** The rules that decide now. A permission that ends is left out within a minute. */
export function useRulesInForce(): Rule[] {
  const rules = useHost((state) => state.rules)
  const now = useNow(minute)
  return useMemo(() => inForce(rules, now), [rules, now])
}

/** The rules that decide at this moment, without following changes. */
export const rulesInForce = ({ state }: Replica): Rule[] => inForce(state.rules, Date.now())
