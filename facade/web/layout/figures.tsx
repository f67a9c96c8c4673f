/** Figures side by side, each with its label. */
export const Figures = ({ figures }: { figures: readonly (readonly [label: string, value: string])[] }) => (
  <dl class="figures">
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
