import { type Panel, ROWS } from './dashboard-panels.ts';

const SOURCE = { type: 'prometheus', uid: '$source' };
const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;

/** A dashboard in the form that Grafana 10 or newer imports. */
export function dashboard(): object {
  let y = 0;
  let id = 0;
  const panels = ROWS.flatMap(([title, rowPanels]) => {
    const row = {
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: 24, h: 1 },
    };
    y += 1;
    const drawn = rowPanels.map((panel, index) => {
      const x = (index % COLUMNS) * WIDTH;
      const top = y + Math.floor(index / COLUMNS) * HEIGHT;
      return drawPanel(++id, panel, { x, y: top, w: WIDTH, h: HEIGHT });
    });
    y += Math.ceil(rowPanels.length / COLUMNS) * HEIGHT;
    return [row, ...drawn];
  });
  return {
    title: 'loyaltyd',
    uid: 'loyaltyd',
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' },
        {
          name: 'instance',
          label: 'Server',
          type: 'query',
          datasource: SOURCE,
          query: 'label_values(loyaltyd_info, instance)',
          refresh: 2,
          multi: true,
          includeAll: true,
        },
      ],
    },
    panels,
  };
}

function drawPanel(id: number, { title, unit, queries }: Panel, gridPos: object): object {
  return {
    id,
    type: 'timeseries',
    title,
    datasource: SOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}
