import { LocalModelsFinder } from '../models/local-models.tsx'
import { Way } from './way.tsx'

/** A model that runs here. It is looked for only when the person says so. */
export function LocalWay({ block, onBegin }: { block: string | undefined; onBegin(): void }) {
  return (
    <Way
      icon="chip"
      title="Use a model on this computer"
      lede="With Ollama, LM Studio, llama.cpp or vLLM running here, their models can answer."
      facts={[
        { gain: true, text: 'Works offline and costs nothing; Atrium sends your words nowhere else' },
        { text: 'Slower, and more often wrong about which tool to use' },
        { text: 'Needs the memory that the model needs' },
      ]}
    >
      <LocalModelsFinder block={block} onUsed={onBegin} />
    </Way>
  )
}
