/** One metric of one process: plain data, in the form that prom-client adds up. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** What becomes of the values of several processes. */
  aggregator: 'sum' | 'max' | 'first'
  values: readonly Value[]
}

export interface Value {
  value: number
  labels: Readonly<Record<string, string | number>>
  /** Of a histogram's series, which are named by more than the metric. */
  metricName?: string
}

export type MetricRow = readonly [labels: Value['labels'], value: number]

/** Of what has no labels, the one value. */
type Figures = number | readonly MetricRow[]

const valuesOf = (figures: Figures): Value[] =>
  typeof figures === 'number' ? [{ labels: {}, value: figures }] : figures.map(([labels, value]) => ({ labels, value }))

export const counter = (name: string, help: string, figures: Figures): Metric => ({
  name,
  help,
  type: 'counter',
  aggregator: 'sum',
  values: valuesOf(figures),
})

export const gauge = (
  name: string,
  help: string,
  figures: Figures,
  aggregator: Metric['aggregator'] = 'sum',
): Metric => ({
  name,
  help,
  type: 'gauge',
  aggregator,
  values: valuesOf(figures),
})
