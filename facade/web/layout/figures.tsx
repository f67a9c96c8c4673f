import type { ComponentChildren } from 'preact'

/** Figures side by side, each with its label. */
export const Figures = ({ figures }: { figures: readonly (readonly [label: string, value: ComponentChildren])[] }) => (
  <dl class="figures">
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
