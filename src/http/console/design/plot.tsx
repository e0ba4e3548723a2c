import type { ComponentChildren } from 'preact';
import { useWording } from '../language/use-wording.ts';
import { axisPlaces, type Bar, barsOf, heightOf, linesOf, type Scale, type Series } from './plot-layout.ts';
import { Table } from './table.tsx';

export interface PlotPeriod {
  /** The name on the axis. */
  short: string;
  /** The name outside the axis. */
  long: string;
}

export interface PlotView {
  /** A sentence with the plot's figures, for readers who do not see the plot. */
  summary: string;
  form: 'bars' | 'lines';
  /** The head of the column of periods. */
  period_name: string;
  periods: readonly PlotPeriod[];
  series: readonly Series[];
  /** The text of a value. */
  text: (value: number) => string;
  /** The text of a value on the axis, if it is not a plain number. */
  axis?: (value: number) => string;
  low?: boolean;
  /** Links beside the table, such as the csv. */
  beside?: ComponentChildren;
}

// The names on the axes use the part of the height that the marks leave.
const TOP = 4;
const HEIGHT = 84;

/**
 * A plot as SVG, with its table. It needs no script. The console's script lets readers step through the periods of the
 * table, with the mouse or the keyboard.
 */
export function Plot(props: PlotView) {
  const wording = useWording();
  const { summary, form, period_name, periods, series, text, axis = wording.axis, low, beside } = props;
  const count = periods.length;
  const bars = form === 'bars' ? barsOf(series, count) : null;
  const lines = bars ? null : linesOf(series);
  const scale = (bars ?? lines)!.scale;
  return (
    <figure class="plot">
      <Legend series={series} />
      {/* In every plot time goes from left to right. */}
      <div class={low ? 'drawing low' : 'drawing'} dir="ltr" data-plot>
        <Heights scale={scale} axis={axis} />
        <svg class="marks" role="img" aria-label={summary}>
          <svg
            aria-hidden="true"
            y={`${TOP}%`}
            width="100%"
            height={`${HEIGHT}%`}
            viewBox={`0 0 ${count} 1000`}
            preserveAspectRatio="none"
          >
            {scale.ticks.map((tick) => (
              <path
                class={tick === 0 ? 'rule zero' : 'rule'}
                vector-effect="non-scaling-stroke"
                d={`M0 ${heightOf(scale, tick)}H${count}`}
              />
            ))}
            {bars && <Bars bars={bars.bars} />}
            {lines && <Lines series={series} lines={lines} />}
            <Bands {...props} />
          </svg>
          {axisPlaces(periods.map(({ short }) => short)).map(({ at, minor }) => (
            <text
              class={minor ? 'minor' : undefined}
              x={`${((at + 0.5) * 100) / count}%`}
              y="98%"
              text-anchor="middle"
            >
              {periods[at]!.short}
            </text>
          ))}
        </svg>
      </div>
      <details class="behind">
        <summary>{wording.say('figures')}</summary>
        <Table
          caption={summary}
          columns={[{ name: period_name }, ...series.map(({ name }) => ({ name, number: true }))]}
          rows={periods.map(({ long }, at) => [
            long,
            ...series.map(({ values }) => valueText(values[at], text)),
          ])}
        />
      </details>
      {beside}
    </figure>
  );
}

function valueText(value: number | null | undefined, text: (value: number) => string): string | null {
  return value === null || value === undefined ? null : text(value);
}

/** The names of a plot's series with their colours. The title of the plot names a single series. */
function Legend({ series }: Pick<PlotView, 'series'>) {
  if (series.length < 2) return null;
  return (
    <ul class="legend">
      {series.map(({ name, tone, dashed }) => (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            {dashed ? (
              <path class={`line line-${tone} dashed`} d="M1 6h10" />
            ) : (
              <rect class={`fill-${tone}`} width="12" height="12" rx="3" />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Heights({ scale, axis }: { scale: Scale; axis: (value: number) => string }) {
  return (
    <svg class="scale" aria-hidden="true">
      {scale.ticks.map((tick) => (
        <text
          x="100%"
          dx="-8"
          y={`${TOP + (HEIGHT * heightOf(scale, tick)) / 1000}%`}
          dy="0.32em"
          text-anchor="end"
        >
          {axis(Math.abs(tick))}
        </text>
      ))}
    </svg>
  );
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  return (
    <>
      {bars.map(({ tone, ...place }) => (
        <rect class={`fill-${tone}`} {...place} />
      ))}
    </>
  );
}

/** A single line has a coloured area below it; with several lines the areas would hide each other. */
function Lines({ series, lines }: { series: readonly Series[]; lines: ReturnType<typeof linesOf> }) {
  const [only] = series;
  return (
    <>
      {only && series.length === 1 && <path class={`area fill-${only.tone}`} d={lines.area(only)} />}
      {series.map((one) => (
        <path class={`line line-${one.tone}${one.dashed ? ' dashed' : ''}`} d={lines.line(one)} />
      ))}
    </>
  );
}

/** Without a script the browser shows these words when the pointer is over a period. */
function Bands({ periods, series, text }: PlotView) {
  return (
    <>
      {periods.map(({ long }, at) => (
        <rect x={at} width="1" height="1000" fill="transparent">
          <title>
            {[
              long,
              ...series.map(({ name, values }) => `${name}: ${valueText(values[at], text) ?? '–'}`),
            ].join('\n')}
          </title>
        </rect>
      ))}
    </>
  );
}
