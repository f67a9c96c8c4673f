/** What npx must bring for this package: where the Node that runs is older, the Node 22 that it needs too. */
export function packages(name: string): string[] {
  const isOld = Number(process.versions.node.split('.')[0]) < 22
  const runtime = isOld ? [`--package=node-${process.platform}-${process.arch}@22`] : []
  return [...runtime, `--package=${name}`]
}
