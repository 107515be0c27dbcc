import { TAG_ERR } from './blocks.mjs'
import { S, isObj } from '../fake-model/values.mjs'
import { bad, extra } from './errors.mjs'

/** Checks the `thinking` parameter against the model. */
export function checkThinkingParameter(body, { betas, model, counting }) {
  const tc = body.tool_choice
  const th = body.thinking
  if (th != null) {
    if (!isObj(th) || !['enabled', 'disabled', 'adaptive', 'between_tools'].includes(th.type))
      TAG_ERR('thinking', th?.type, ['adaptive', 'between_tools', 'disabled', 'enabled'])
    extra(
      th,
      {
        enabled: S('type', 'budget_tokens', 'display'),
        disabled: S('type'),
        between_tools: S('type'),
        adaptive: S(
          'type',
          'display',
          ...(betas.includes('thinking-binding-controls-2026-08-01') ? ['block_binding'] : []),
        ),
      }[th.type],
      `thinking.${th.type}`,
    )
    if (th.type === 'enabled') {
      if (!model.thinking.enabled)
        bad(
          '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
        ) // [seen]
      if (!Number.isInteger(th.budget_tokens)) bad('thinking.enabled.budget_tokens: Field required')
      if (th.budget_tokens < 1024) bad('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024') // [seen]
      if (!counting && body.max_tokens <= th.budget_tokens)
        bad(
          '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
        ) // [seen]
      if (tc && (tc.type === 'any' || tc.type === 'tool'))
        bad('Thinking may not be enabled when tool_choice forces tool use.') // [seen]
    }
    if (th.type === 'adaptive' && !model.thinking.adaptive) bad('adaptive thinking is not supported on this model') // [seen]
    if (th.type === 'disabled' && !model.thinking.disabled)
      bad(
        '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
      ) // [seen]
    if (th.type === 'between_tools' && !model.thinking.between_tools)
      bad('"thinking.type.between_tools" is not supported for this model.')
  }
}

/**
 * Thinking must come back as it was sent: with a known signature, unmodified, and all of it in the latest assistant
 * turn.
 */
export function checkThinkingEcho(convo, st, lint) {
  const lastA = [...convo].reverse().find((t) => t.role === 'assistant')
  for (const t of convo)
    if (t.role === 'assistant') {
      for (const x of t.items)
        if (x.b.type === 'thinking') {
          const orig = st.signatures.get(x.b.signature)
          if (orig === undefined) bad(`messages.${x.i}.content.${x.j}: Invalid \`signature\` in \`thinking\` block`) // [seen]
          if (orig !== x.b.thinking) {
            if (t === lastA)
              bad(
                `messages.${x.i}.content.${x.j}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
              )
            else bad(`messages.${x.i}.content.${x.j}: Invalid \`signature\` in \`thinking\` block`)
          } // [seen]
        }
      // our own blocks, keyed by any tool_use id in the turn
      const sent = t.items.map((x) => x.b.type === 'tool_use' && st.sentByTool.get(x.b.id)).find(Boolean)
      if (sent) {
        const think = (xs) => xs.filter((b) => /thinking$/.test(b.type)).map((b) => b.signature ?? b.data)
        const want = think(sent),
          have = think(t.items.map((x) => x.b))
        if (want.join('|') !== have.join('|')) {
          if (t === lastA)
            bad(
              `messages.${t.first}.content.0: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
            ) // [seen] "filtered out" counts
          lint.push(
            `messages.${t.first}: thinking blocks of an earlier assistant turn were dropped (allowed, costs cache + quality)`,
          )
        }
        const order = sent.map((b) => b.type).join(),
          got = t.items.map((x) => x.b.type).join()
        if (order !== got)
          lint.push(`messages.${t.first}: assistant content differs from what was sent (${order} -> ${got})`)
      }
    }
}
