import type { CategoryValue } from '../../src/classification/categories.js';
import { ocr, sheet, type CaseSource } from './case.js';

export const MAP_CASES = {
  sanborn_maps: [
    ['scan_0004.pdf', sheet('fire map', 21, 25), sheet('fire map', 21, 25), sheet('fire map', 21, 25)],
    [
      'Certified_Map_Report_6612345.3.pdf',
      'Certified Sanborn® Map Report\nInquiry Number: 6612345.3\nSite Name: 40 Wharf Street\nThe Sanborn Library has been searched and maps covering the target property were found.',
    ],
    [
      'topo & sanborn.pdf',
      sheet('fire map', 20.8, 24.9, 'SANBORN MAP CO. 11 BROADWAY NEW YORK  SCALE 50 FT. TO AN INCH  COPYRIGHT 1915'),
      sheet('fire map', 20.8, 24.9),
    ],
    [
      'Phase I Appendix C.pdf',
      'APPENDIX C\nSANBORN FIRE INSURANCE MAPS',
      sheet('fire map', 8.5, 11),
      sheet('fire map', 8.5, 11),
    ],
    [
      '1887_v3_p112.pdf',
      sheet(
        'fire map',
        21.1,
        25.2,
        'INSURANCE MAPS OF BROOKLYN NEW YORK VOLUME THREE SANBORN MAP & PUBLISHING CO. LIMITED',
      ),
    ],
    [
      '.pdf',
      ocr(
        'CERTIFIED SANBORN MAP REPORT\nSanborn Library search results\nCertification # 8A2C-4F19\nMaps provided: 1951 1926 1905 1887',
        6,
      ),
    ],
    [
      'Order 3391 delivery.pdf',
      'Dear customer,\nenclosed please find the fire insurance maps you ordered. No coverage was found for 1935.\nThank you for your business.',
      sheet('fire map', 21, 25),
      sheet('fire map', 21, 25),
    ],
    [
      'FIM_Collection_1950.pdf',
      'Fire Insurance Map Abstract\nThe collection was searched for the subject property. 6 maps: 1888, 1895, 1907, 1928, 1938, 1950',
      sheet('fire map', 11, 17),
    ],
    [
      'no coverage letter.pdf',
      'UNMAPPED PROPERTY\nSanborn Library, LLC\nThis document certifies that fire insurance maps covering the target property were not found.',
    ],
    ['IMG_2231 (2).pdf', sheet('fire map', 20.9, 25.1, 'FOUNDRY MACHINE SHOP COAL YARD 20 W. PIPE D D S S LIVERY')],
  ],
  topographic_maps: [
    ['NY_Brooklyn_137423_1897_62500_geo.pdf', sheet('quadrangle', 16.8, 20.4, 'NEW YORK BROOKLYN QUADRANGLE')],
    [
      'map1.pdf',
      sheet(
        'quadrangle',
        22.8,
        27.2,
        'UNITED STATES DEPARTMENT OF THE INTERIOR GEOLOGICAL SURVEY  7.5 MINUTE SERIES (TOPOGRAPHIC)  CONTOUR INTERVAL 20 FEET  SCALE 1:24 000',
      ),
    ],
    [
      'Historical Maps Report.pdf',
      'Historical Topo Map Report with QuadMatch™\nInquiry Number 7788991.4\nTarget Quad Information 2013 1995 1967 1947',
      sheet('quadrangle', 8.5, 11),
    ],
    ['sanborn area topo 1947.pdf', sheet('quadrangle', 22.9, 27.6, 'Contour interval 10 feet Datum is mean sea level')],
    ['scan_0017.pdf', sheet('quadrangle', 23, 28.4), sheet('quadrangle', 23, 28.4)],
    [
      'EDR_7788991.pdf',
      ocr(
        'Historical Topographic Map Report\nThis report includes quadrangle maps of the USGS covering the target property: 7.5 minute 1979, 15 minute 1900',
        5,
      ),
    ],
    [
      'US Topo Newark.pdf',
      sheet(
        'quadrangle',
        24,
        29,
        'U.S. DEPARTMENT OF THE INTERIOR U.S. GEOLOGICAL SURVEY The National Map US Topo NEWARK QUADRANGLE',
      ),
    ],
    [
      'attachment 2.pdf',
      'Attached are the maps discussed on the phone.',
      sheet(
        'quadrangle',
        17,
        21,
        'U.S. GEOLOGICAL SURVEY  Contour interval 20 feet  Edition of 1898  Polyconic projection North American datum',
      ),
    ],
    ['quad sheets.pdf', sheet('quadrangle', 22.4, 27.1)],
    [
      '7_5min.pdf',
      sheet(
        'quadrangle',
        22.8,
        27.4,
        'AMS 6265 IV SE SERIES V822  ROAD CLASSIFICATION heavy-duty light-duty  CONTOUR INTERVAL 20 FEET',
      ),
    ],
  ],
  aerial_imagery: [
    [
      'EDR Aerial Package 1954-2019.pdf',
      'The EDR Aerial Photo Decade Package\nSite Name: Wharf Street\nInquiry Number: 6612345.8',
      sheet('aerial', 8.5, 11),
    ],
    ['frame 3-112.pdf', sheet('aerial', 9, 9, 'DPL-3-112 4-6-54')],
    [
      'historical.pdf',
      'Historical Aerial Photographs\nYear  Scale  Details  Source\n1943 1"=500\' Flight Date: April 12, 1943 USDA\n1966 1"=500\' Flight Date: May 2, 1966 USGS',
      sheet('aerial', 8.5, 11),
      sheet('aerial', 8.5, 11),
    ],
    [
      'Site Map.pdf',
      sheet('aerial', 11, 17, 'NAIP 2017 Imagery Source: USDA Farm Service Agency'),
      sheet('aerial', 11, 17),
    ],
    ['scan_0031.pdf', sheet('aerial', 9.1, 9.1), sheet('aerial', 9.1, 9.1), sheet('aerial', 9.1, 9.1)],
    ['Figure 4.pdf', sheet('aerial', 8.5, 11, 'FIGURE 4  1975 AERIAL PHOTOGRAPH  SUBJECT PROPERTY')],
    [
      'sanborn_mapping_ortho_2008.pdf',
      sheet('aerial', 24, 36, 'DIGITAL ORTHOIMAGERY flown March 2008  Sanborn Map Company, Inc. Colorado Springs'),
    ],
    [
      'order confirmation.pdf',
      ocr(
        'Thank you for your order. The following historical aerials are enclosed: 1928, 1940, 1951 stereo pair, 1974. Photographs may not be reproduced.',
        4,
      ),
      sheet('aerial', 9, 9),
    ],
    ['Appendix D - air photos.pdf', 'APPENDIX D', sheet('aerial', 8.5, 11), sheet('aerial', 8.5, 11)],
    ['p1.pdf', sheet('aerial', 8.5, 11, '1" = 500\'  1961')],
  ],
  city_directories: [
    [
      'CD Abstract 6612345.5.pdf',
      "The EDR-City Directory Abstract\nTarget Property: 40 Wharf Street\nRECORD SOURCES  Cole Information  Polk's City Directory  years 1970 to 2014",
    ],
    [
      'polk1962.pdf',
      ocr(
        "POLK'S TROY CITY DIRECTORY 1962\nWHARF STREET\n38 Acme Laundry Inc AShley 2-3344\n40 Vacant\n42 Esso Servicenter gas sta\n46 Kelly Jas",
        3,
      ),
    ],
    [
      'aerial & cd report.pdf',
      'City Directory Image Report\n40 Wharf Street Troy NY\nResearch summary: Target street, cross street, source. 2014 Cole Information Services',
    ],
    [
      'haines 1985 pages.pdf',
      sheet(
        'typed',
        8.5,
        11,
        'WHARF ST 12180  38 XXXX 00  40 TROY AUTO BODY 272-5512  42 VACANT  44 Okeefe P 272-8091',
      ),
      sheet('typed', 8.5, 11),
    ],
    [
      'scan_0055.pdf',
      sheet(
        'typed',
        8.5,
        11,
        'CITY DIRECTORY 1931  Smith John (Mary) lab h 12 Wharf  Smith Jos tinner r 40 River  Smythe Alva cigars 228 Congress h do',
      ),
      sheet('typed', 8.5, 11),
    ],
    [
      'street listings.pdf',
      'Criss-Cross Directory\n1975\nWHARF ST FROM 1 RIVER\n38 Troy Dry Cleaners\n40 Lee Chas\n42 Mobil Service Station',
    ],
    [
      'phase1 app F.pdf',
      'Appendix F\nHistorical city directories',
      ocr('Listings by street address: River Street 200 Hudson Coal Co; 202 vacant; 204 Collar City Dye Works', 5),
    ],
    [
      'Boyd 1889.pdf',
      sheet('typed', 6, 9, "BOYD'S DIRECTORY OF PATERSON 1889 Business Directory. DYERS. Weidmann Jacob, Paterson ave"),
    ],
  ],
} satisfies Partial<Record<CategoryValue, readonly CaseSource[]>>;
