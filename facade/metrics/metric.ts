/** One metric of one process as plain data, in the format that prom-client aggregates. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How values of several processes are combined. */
  aggregator: 'sum' | 'max' | 'first'
  values: readonly Value[]
}

export interface Value {
  value: number
  labels: Readonly<Record<string, string | number>>
  /** For a histogram's series, whose names have suffixes. */
  metricName?: string
}

export type MetricRow = readonly [labels: Value['labels'], value: number]

/** The single value of a metric without labels. */
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
