/** Where the methods come from; HTML. */
export const METHOD_SOURCES = [
  'Alduchov, O. A., and R. E. Eskridge, 1996: Improved Magnus form approximation of saturation vapor pressure. <cite>J. Appl. Meteor.</cite> 35.',
  'Fritsch, F. N., and J. Butland, 1984: A method for constructing local monotone piecewise cubic interpolants. <cite>SIAM J. Sci. Stat. Comput.</cite> 5.',
  'Hedstrom, N. R., and J. W. Pomeroy, 1998: Measurements and modelling of snow interception in the boreal forest. <cite>Hydrol. Process.</cite> 12 (density of new snow).',
  'Lu, C., and others, 2007: Short-range numerical weather prediction using time-lagged ensembles. <cite>Wea. Forecasting</cite> 22.',
  'Madronich, S., 2007: Analytic formula for the clear-sky UV index. <cite>Photochem. Photobiol.</cite> 83.',
  'Meeus, J., 1998: <cite>Astronomical Algorithms</cite>, as in the <a href="https://gml.noaa.gov/grad/solcalc/">solar calculator of NOAA</a>.',
  'Pomeroy, J. W., and D. M. Gray, 1995: Snowcover accumulation, relocation and management. <cite>NHRI Science Report</cite> 7.',
  'Romps, D. M., and others, 2014: Projected increase in lightning strikes in the United States due to global warming. <cite>Science</cite> 346.',
  'Steadman, R. G., 1994: Norms of apparent temperature in Australia. <cite>Aust. Meteor. Mag.</cite> 43.',
  'Theis, S. E., and others, 2005: Probabilistic precipitation forecasts from a deterministic model. <cite>Meteor. Appl.</cite> 12.',
  'US Environmental Protection Agency and National Weather Service: How the UV index is calculated (cloud transmission, altitude).',
  'Wang, Y.-H., and others, 2019: A wet-bulb temperature-based rain-snow partitioning scheme. <cite>Geophys. Res. Lett.</cite> 46.',
  'WMO-No. 8, Guide to Meteorological Instruments and Methods of Observation: psychrometer equation; intensity of precipitation; reduction of pressure.',
  'Tomorrow.io: weather codes. Pirate Weather: cloud cover thresholds.',
];
